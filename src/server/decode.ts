import { isUtf8 } from "node:buffer";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { isNestedDeeperThan } from "./nesting.ts";
import { type RequestIssue, requestIssue } from "./request-issue.ts";

export type RequestId = string | number;

/** A JSON-RPC message with a valid envelope. Its params are validated elsewhere. */
export type Message =
  | { readonly jsonrpc: "2.0"; readonly id: RequestId; readonly method: string; readonly params?: object }
  | { readonly jsonrpc: "2.0"; readonly method: string; readonly params?: object }
  | { readonly jsonrpc: "2.0"; readonly id: RequestId; readonly result: object }
  | { readonly jsonrpc: "2.0"; readonly id: RequestId; readonly error: { code: number; message: string } };

export type Request = Extract<Message, { readonly id: RequestId; readonly method: string }>;

/** The error that answers an invalid message. */
export interface Refusal extends RequestIssue {
  readonly id: RequestId | null;
}

export type Decoded =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "batch"; readonly parts: readonly Decoded[] }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** Nothing to answer: an empty line, a broken notification or response. */
  | { readonly kind: "skipped" };

/**
 * One line → one message, or what is wrong with the line, with the code of the specification.
 * @see JSON-RPC 2.0, section 5.1: -32700 not JSON, -32600 JSON but not a request, -32602 bad params
 */
export function decodeLine(line: Buffer): Decoded {
  if (!isUtf8(line)) return refused(null, -32700, "Parse error: the message is not UTF-8");
  const text = line.toString("utf8").trim();
  if (text === "") return { kind: "skipped" };
  if (isNestedDeeperThan(maxDepth, line)) return refused(null, -32700, "Parse error: the message is nested too deeply");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The parser's message quotes the line; arguments should not get into the client's log.
    return refused(
      null,
      -32700,
      `Parse error: ${error instanceof SyntaxError ? "the message is not JSON" : "unreadable"}`,
    );
  }
  return decodeValue(value);
}

/** The same for the value of a line that is JSON. */
export function decodeValue(value: unknown): Decoded {
  if (!Array.isArray(value)) return decodeMessage(value);
  if (value.length === 0) return refused(null, -32600, "Invalid Request: the batch is empty");
  return { kind: "batch", parts: value.map(decodeMessage) };
}

/** Far more than any contract allows; less is refused by the tool, which can name the param. */
export const maxDepth = 200_000;

export function isRequest(message: Message): message is Request {
  return "method" in message && "id" in message;
}

/** The params of a request or notification; empty where it has none. */
export function paramsOf(message: Message): JsonObject {
  return "params" in message && isJsonObject(message.params) ? message.params : {};
}

function decodeMessage(value: unknown): Decoded {
  if (!isJsonObject(value)) return refused(null, -32600, "Invalid Request: a message is an object");
  const hasId = Object.hasOwn(value, "id");
  const id = isRequestId(value.id) ? value.id : null;
  if (value.jsonrpc !== "2.0") return refused(id, -32600, 'Invalid Request: "jsonrpc" is not "2.0"');
  const { method, params } = value;
  if (typeof method === "string") {
    if (hasId && id === null) return refused(null, -32600, 'Invalid Request: "id" is not a string or an integer');
    if (isAnswer(value)) return refused(id, -32600, 'Invalid Request: "method" stands beside "result" or "error"');
    if (params !== undefined && !isJsonObject(params)) {
      if (id === null) return { kind: "skipped" };
      return refused(id, -32602, 'Invalid params: "params" is not an object');
    }
    const issue = id === null ? undefined : requestIssue(method, params ?? {});
    if (issue !== undefined) return { kind: "refused", refusal: { id, ...issue } };
    // Members that no message has are dropped.
    const given = params === undefined ? {} : { params };
    return { kind: "message", message: { jsonrpc: "2.0", ...(id === null ? {} : { id }), method, ...given } };
  }
  if (Object.hasOwn(value, "method")) return refused(id, -32600, 'Invalid Request: "method" is not a string');
  if (id !== null && (isJsonObject(value.result) || isError(value.error))) {
    return { kind: "message", message: value as Message }; // a response, as its two members say
  }
  // An invalid response is never answered: two sides could correct each other without end.
  return isAnswer(value) ? { kind: "skipped" } : refused(id, -32600, 'Invalid Request: "method" is missing');
}

/** Has it a member that only responses have? */
export function isAnswer(message: JsonObject): boolean {
  return message.result !== undefined || message.error !== undefined;
}

function refused(id: RequestId | null, code: number, message: string): Decoded {
  return { kind: "refused", refusal: { id, code, message } };
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isError(value: unknown): boolean {
  return isJsonObject(value) && Number.isInteger(value.code) && typeof value.message === "string";
}
