import { randomBytes } from "node:crypto";
import { ProviderError } from "../provider-error.ts";
import { RpcProtocolError, rpcCodes } from "../rpc-errors.ts";

/** What callers may know of an error. */
export type ErrorFormatter = (error: unknown, doing: string) => RpcProtocolError;

/** Gets what callers don't: the whole error, and the id that they got. */
export type OnError = (failure: { readonly id: string; readonly doing: string; readonly error: unknown }) => void;

/** An error that was not made for callers may hold paths, secrets, a stack: they get an id. */
export function createErrorFormatter(onError: OnError): ErrorFormatter {
  return (error, doing) => {
    if (error instanceof RpcProtocolError) return error;
    if (error instanceof ProviderError) {
      return new RpcProtocolError(rpcCodes.failed, error.message, { reason: error.reason }, error);
    }
    const id = randomBytes(6).toString("hex");
    onError({ id, doing, error });
    return new RpcProtocolError(rpcCodes.failed, `Internal error (id ${id})`, { reason: "internal", id }, error);
  };
}
