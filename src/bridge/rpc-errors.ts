import { secondsText } from "../contract/duration.ts";
import type { Json } from "../contract/json.ts";

// What can go wrong between a client and a bridge. No message holds the token, params or more than a little of an answer.

/** The codes that a bridge answers with. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  /** What is behind the bridge failed; `data.reason` says how, where that is known. */
  failed: -32_603,
  cancelled: -32_000,
  refused: -32_001,
} as const;

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

/** A JSON-RPC error: what a bridge answers with. */
export class RpcProtocolError extends RpcError {
  override readonly name = "RpcProtocolError";
  readonly code: number;
  readonly data: Json | undefined;

  constructor(code: number, message: string, data?: Json, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.data = data;
  }
}

/** The answer is not JSON. */
export class RpcNonJsonResponseError extends RpcError {
  override readonly name = "RpcNonJsonResponseError";
}

/** What came is JSON, but no answer to the request; or it is too long to be one. */
export class RpcInvalidResponseError extends RpcError {
  override readonly name = "RpcInvalidResponseError";
}

/** The connection was refused, or it broke. */
export class RpcTransportError extends RpcError {
  override readonly name = "RpcTransportError";
}

export class RpcTimeoutError extends RpcError {
  override readonly name = "RpcTimeoutError";
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`the bridge did not answer within ${secondsText(timeoutMs)}`);
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
