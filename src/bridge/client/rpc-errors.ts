import { secondsText } from "../../contract/duration.ts";
import type { Json } from "../../contract/json.ts";

// What can go wrong between a client and a bridge. No message holds the token, params or more than a little of an answer.

/** Every error of `rpcCall` and `BridgeClient` is one of these. */
export class RpcError extends Error {
  override readonly name: string = "RpcError";
}

/** An answer with an HTTP status of its own, such as 401 for a wrong token. */
export class RpcHttpError extends RpcError {
  override readonly name = "RpcHttpError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The bridge answered with a JSON-RPC error. */
export class RpcProtocolError extends RpcError {
  override readonly name = "RpcProtocolError";
  readonly code: number;
  readonly data: Json | undefined;

  constructor(code: number, message: string, data: Json | undefined) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** What came is no JSON. */
export class RpcNonJsonResponseError extends RpcError {
  override readonly name = "RpcNonJsonResponseError";
}

/** What came is JSON, but no answer to the request; or it is too long to be one. */
export class RpcInvalidResponseError extends RpcError {
  override readonly name = "RpcInvalidResponseError";
}

/** Nobody listens there, or the connection broke. */
export class RpcTransportError extends RpcError {
  override readonly name = "RpcTransportError";
}

export class RpcTimeoutError extends RpcError {
  override readonly name = "RpcTimeoutError";
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`the bridge gave no answer within ${secondsText(timeoutMs)}`);
    this.timeoutMs = timeoutMs;
  }
}

/** The caller's signal was aborted; its reason is the cause. */
export class RpcAbortError extends RpcError {
  override readonly name = "RpcAbortError";

  constructor(reason: unknown) {
    super("the request was cancelled", { cause: reason });
  }
}

/** What listens there speaks another protocol, or a version of it that is not ours. */
export class BridgeCompatibilityError extends RpcError {
  override readonly name = "BridgeCompatibilityError";
}
