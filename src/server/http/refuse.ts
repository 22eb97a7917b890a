import type { Refusal } from "../decode.ts";
import type { Rejection } from "./authorize-request.ts";
import type { HttpResponse } from "./exchange.ts";

/** A refusal as a JSON-RPC error. */
export function refuse(
  response: HttpResponse,
  status: number,
  { id, ...error }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify({ jsonrpc: "2.0", id, error }));
}

/** A request that is not allowed; its body is not read. */
export function reject(response: HttpResponse, { status, message, headers }: Rejection): void {
  refuse(response, status, { id: null, code: -32600, message }, { ...headers, connection: "close" });
}
