import { isDeeperThan } from "../../contract/depth.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { limits } from "../../contract/limits.ts";
import { RpcProtocolError, rpcCodes } from "../rpc-errors.ts";

export type RequestId = string | number | null;

/** A body that was read: what to do, or why not. A request without an id is answered like any other, with the id null. */
export type ReadRequest =
  | { readonly id: RequestId; readonly method: string; readonly params: JsonObject }
  | { readonly id: RequestId; readonly error: RpcProtocolError };

/** One JSON-RPC 2.0 request; there are no batches. */
export function readRequest(text: string): ReadRequest {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // What is no JSON has no id either.
    return { id: null, error: new RpcProtocolError(rpcCodes.parseError, "Parse error") };
  }
  const invalid = (id: RequestId, why = "") => ({
    id,
    error: new RpcProtocolError(rpcCodes.invalidRequest, `Invalid Request${why}`),
  });
  if (Array.isArray(body)) return invalid(null, ": batches are not supported");
  if (!isJsonObject(body)) return invalid(null);
  const id = idOf(body);
  if (id === undefined) return invalid(null, ": the id must be a string, a number or null");
  const { jsonrpc, method, params = {} } = body;
  if (jsonrpc !== "2.0" || typeof method !== "string" || method === "") return invalid(id);
  // The envelope and the params are three levels of their own.
  if (isDeeperThan(limits.argumentDepth + 3, body)) return invalid(id, ": nested too deeply");
  if (!isJsonObject(params)) {
    return { id, error: new RpcProtocolError(rpcCodes.invalidParams, "Invalid params: expected an object") };
  }
  return { id, method, params };
}

function idOf({ id = null }: JsonObject): RequestId | undefined {
  return id === null || typeof id === "string" || typeof id === "number" ? id : undefined;
}
