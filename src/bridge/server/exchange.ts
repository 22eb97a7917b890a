import type { IncomingMessage, ServerResponse } from "node:http";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { createRequestAuthorizer } from "../../server/http/authorize-request.ts";
import { RpcProtocolError, rpcCodes } from "../rpc-errors.ts";
import type { ErrorFormatter } from "./format-error.ts";
import { answerMethod, type MethodWorld } from "./methods.ts";
import { type RequestId, readRequest } from "./read-request.ts";
import { readText } from "./read-text.ts";

// One HTTP request, one JSON-RPC request, one answer. Paths don't matter. Statuses and codes are those that clients of
// tool-cli know; docs/bridge.md has the table.

/** Characters of a request's body, as a JavaScript text counts them. */
export const maxBodyBytes = 1_048_576;

export interface ExchangeWorld extends Omit<MethodWorld, "gone" | "formatError"> {
  readonly judge: ReturnType<typeof createRequestAuthorizer>;
  /** Aborted when the bridge gives running requests up. */
  readonly stop: AbortSignal;
  /** Requests that may be worked on at once. */
  readonly maxRequests: number;
  readonly running: Set<Promise<unknown>>;
  readonly formatError: ErrorFormatter;
}

export async function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  world: ExchangeWorld,
): Promise<void> {
  if (request.method !== "POST") {
    turnAway(request, response, 405, errorBody(null, rpcCodes.invalidRequest, "Only POST accepted"), { allow: "POST" });
    return;
  }
  const rejection = world.judge(request.headers);
  if (rejection !== undefined) {
    const { status, message } = rejection;
    turnAway(request, response, status, { error: status === 401 ? "Unauthorized" : message });
    return;
  }
  const body = await readText(request, maxBodyBytes);
  if (body.kind === "broken") {
    response.destroy();
    return;
  }
  if (body.kind === "too-large") {
    turnAway(request, response, 413, errorBody(null, rpcCodes.invalidRequest, "Request too large"));
    return;
  }
  const work = answer(body.text, response, world);
  world.running.add(work);
  try {
    const reported = await work;
    if (!response.destroyed) response.writeHead(200, { "content-type": "application/json" }).end(reported);
  } finally {
    world.running.delete(work);
  }
}

/** @returns the answer's text, whatever goes wrong */
async function answer(text: string, response: ServerResponse, world: ExchangeWorld): Promise<string> {
  const read = readRequest(text);
  if ("error" in read) return JSON.stringify(errorOf(read.id, read.error));
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once("close", leave);
  world.stop.addEventListener("abort", leave, { once: true });
  const formatError = (error: unknown, doing: string) => world.formatError(error, doing).message;
  try {
    if (world.running.size >= world.maxRequests) {
      throw new RpcProtocolError(rpcCodes.failed, `more than ${world.maxRequests} requests are running`, {
        reason: "overloaded",
      });
    }
    if (world.stop.aborted) leave();
    const result = await answerMethod(read.method, read.params, { ...world, gone: gone.signal, formatError });
    return JSON.stringify({ jsonrpc: "2.0", result, id: read.id });
  } catch (error) {
    return JSON.stringify(errorOf(read.id, world.formatError(error, `answering ${read.method}`)));
  } finally {
    response.off("close", leave);
    world.stop.removeEventListener("abort", leave);
  }
}

function errorOf(id: RequestId, { code, message, data }: RpcProtocolError): JsonObject {
  return errorBody(id, code, message, data);
}

function errorBody(id: RequestId, code: number, message: string, data?: Json): JsonObject {
  return { jsonrpc: "2.0", error: { code, message, ...(data === undefined ? {} : { data }) }, id };
}

/**
 * Who is turned away may still be sending: a connection that ends at once would be reset, and take the answer with it. So
 * the answer is written whole, and what comes is forgotten until its end, or for a moment.
 */
function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    connection: "close",
    ...headers,
  });
  response.write(text);
  request.resume();
  if (request.complete) {
    response.end();
    return;
  }
  const timer = setTimeout(() => response.destroy(), lingerMs);
  request.once("end", () => response.end());
  response.once("close", () => clearTimeout(timer));
}

const lingerMs = 1_000;
