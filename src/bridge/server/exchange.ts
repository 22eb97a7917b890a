import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { StringDecoder } from "node:string_decoder";
import { isDeeperThan } from "../../contract/depth.ts";
import { givenMembers } from "../../contract/given-members.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { limits } from "../../contract/limits.ts";
import type { createRequestAuthorizer } from "../../server/http/authorize-request.ts";
import { ProviderError } from "../provider.ts";
import { RpcProtocolError, rpcCodes } from "../rpc-errors.ts";
import { answerMethod, type MethodWorld } from "./methods.ts";
import type { RunningRequests } from "./running-requests.ts";

// One HTTP request, one JSON-RPC request, one answer. Paths don't matter. Statuses and codes are those that clients of
// tool-cli know; docs/bridge.md has the table.

/** Characters of a request's body, as a JavaScript text counts them. */
export const maxBodyBytes = 1_048_576;

export interface ExchangeWorld extends Omit<MethodWorld, "gone" | "formatError"> {
  readonly judge: ReturnType<typeof createRequestAuthorizer>;
  /** Aborted when the bridge gives running requests up. */
  readonly stop: AbortSignal;
  readonly running: RunningRequests;
  readonly formatError: ErrorFormatter;
}

export async function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  world: ExchangeWorld,
): Promise<void> {
  const invalid = (message: string) => errorBody(null, new RpcProtocolError(rpcCodes.invalidRequest, message));
  if (request.method !== "POST") {
    turnAway(request, response, 405, invalid("Only POST accepted"), { allow: "POST" });
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
    turnAway(request, response, 413, invalid("Request too large"));
    return;
  }
  const read = readRequest(body.text);
  const reported = await world.running.add(read, (refusal) => answer(read, response, world, refusal));
  if (!response.destroyed) response.writeHead(200, { "content-type": "application/json" }).end(reported);
}

/** @returns the answer's text, whatever goes wrong */
async function answer(
  read: ReadRequest,
  response: ServerResponse,
  world: ExchangeWorld,
  refusal: string | undefined,
): Promise<string> {
  if ("error" in read) return JSON.stringify(errorBody(read.id, read.error));
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once("close", leave);
  world.stop.addEventListener("abort", leave, { once: true });
  const formatError = (error: unknown, doing: string) => world.formatError(error, doing).message;
  try {
    if (refusal !== undefined) throw new RpcProtocolError(rpcCodes.failed, refusal, { reason: "overloaded" });
    if (world.stop.aborted) leave();
    const result = await answerMethod(read.method, read.params, { ...world, gone: gone.signal, formatError });
    return JSON.stringify({ jsonrpc: "2.0", result, id: read.id });
  } catch (error) {
    return JSON.stringify(errorBody(read.id, world.formatError(error, `answering ${read.method}`)));
  } finally {
    response.off("close", leave);
    world.stop.removeEventListener("abort", leave);
  }
}

function errorBody(
  id: RequestId,
  { code, message, data }: Pick<RpcProtocolError, "code" | "message" | "data">,
): object {
  return { jsonrpc: "2.0", error: givenMembers({ code, message, data }), id };
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

export type ReadText =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "too-large" }
  /** The sender went away before it had sent everything. */
  | { readonly kind: "broken" };

/**
 * The body of a request, as far as the limit, in characters as a JavaScript text counts them. What comes beyond it is read
 * and forgotten, so that the sender gets to the answer.
 */
export function readText(request: IncomingMessage, longest: number): Promise<ReadText> {
  return new Promise((resolve) => {
    const decoder = new StringDecoder("utf8");
    let text = "";
    request.on("data", (bytes: Buffer) => {
      if (text.length > longest) return;
      text += decoder.write(bytes);
      if (text.length > longest) resolve({ kind: "too-large" });
    });
    request.on("end", () => {
      text += decoder.end();
      resolve(text.length > longest ? { kind: "too-large" } : { kind: "read", text });
    });
    // A client that went away gets no answer.
    request.on("error", () => resolve({ kind: "broken" }));
    request.on("close", () => resolve({ kind: "broken" }));
  });
}

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
    // A body that is not JSON has no id either.
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
