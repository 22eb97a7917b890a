import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";

/** What a line of a server's stdout is. */
export type ReadLine =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  /** Something that a program prints: no message at all. */
  | { readonly kind: "stray" }
  | { readonly kind: "blank" };

/** The `data` of an error that was made here, in place of an answer of the wrong shape; recognized by identity. */
export const malformedAnswer = Object.freeze({ reason: "malformed" });

/**
 * The SDK throws an answer away that is not exactly of the shape it expects, and who asked would wait until time is over. So an answer
 * loses what says nothing (members of null, a `_meta` that is not an object), and one of the wrong shape (`result: null`, an error
 * without a message) becomes an error that says so.
 */
export function readMessage(line: string): ReadLine {
  if (line.trim() === "") return { kind: "blank" };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Programs print what they like; it is kept with the end of the server's stderr.
    return { kind: "stray" };
  }
  if (!isJsonObject(value)) return { kind: "stray" };
  const { jsonrpc, id, method } = value;
  const isAnswer = typeof method !== "string" && (typeof id === "number" || typeof id === "string");
  if (isAnswer && (jsonrpc === "2.0" || isObjectAnswer(value))) return { kind: "message", message: answer(id, value) };
  // Of a request or a notification, the members are the SDK's to judge.
  return jsonrpc === "2.0" ? { kind: "message", message: value as unknown as JSONRPCMessage } : { kind: "stray" };
}

/** Programs print objects with an `id` too; with a result or an error in it, it is an answer. */
function isObjectAnswer({ result, error }: JsonObject): boolean {
  return isJsonObject(result) || isJsonObject(error);
}

function answer(id: number | string, { jsonrpc, result, error }: JsonObject): JSONRPCMessage {
  if (jsonrpc !== "2.0") return malformed(id, "sent an answer without the version of JSON-RPC, which is 2.0");
  if (isJsonObject(result) && isAbsent(error)) return { jsonrpc, id, result: withoutOddMeta(result) };
  const read = isAbsent(result) ? errorObject(error) : undefined;
  if (read !== undefined) return { jsonrpc, id, error: read };
  return malformed(id, "sent an answer that is neither a result nor an error of JSON-RPC");
}

interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

function errorObject(error: unknown): ErrorObject | undefined {
  if (!isJsonObject(error)) return undefined;
  const { code, message, data } = error;
  if (typeof code !== "number" || !Number.isSafeInteger(code) || typeof message !== "string") return undefined;
  return data === undefined ? { code, message } : { code, message, data };
}

/** The error of JSON-RPC in the body of an HTTP answer; without an id where the server did not get as far as the request. */
export function readErrorBody(body: string): (ErrorObject & { readonly hasId: boolean }) | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // A page of a proxy, or a sentence.
    return undefined;
  }
  if (!isJsonObject(value) || value.jsonrpc !== "2.0") return undefined;
  const error = errorObject(value.error);
  return error && { ...error, hasId: !isAbsent(value.id) };
}

function malformed(id: number | string, message: string): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: -32_603, message, data: malformedAnswer } };
}

function isAbsent(member: unknown): boolean {
  return member === undefined || member === null;
}

function withoutOddMeta(result: JsonObject): JsonObject {
  const { _meta: meta, ...rest } = result;
  return meta === undefined || isJsonObject(meta) ? result : rest;
}
