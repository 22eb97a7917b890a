import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "../contract/json.ts";

/** What a line of a server's stdout is. */
export type ReadLine =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  /** Something that a program prints: no message at all. */
  | { readonly kind: "stray" }
  | { readonly kind: "blank" };

/** The `data` of an error that was made here, in place of an answer of the wrong shape; recognized by identity. */
export const malformedAnswer = Object.freeze({ reason: "malformed" });

/**
 * An answer of the wrong shape (`result: null`, an error without a message) becomes an error that says so: thrown away, as
 * the SDK does, its caller would wait until time is over.
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
  if (!isJsonObject(value) || value.jsonrpc !== "2.0") return { kind: "stray" };
  const { id, method } = value;
  const isAnswer = method === undefined && (typeof id === "number" || typeof id === "string");
  // The shape was looked at; members beyond it are the SDK's to judge.
  if (!isAnswer || isWhole(value)) return { kind: "message", message: value as unknown as JSONRPCMessage };
  const message = "sent an answer that is neither a result nor an error of JSON-RPC";
  return { kind: "message", message: { jsonrpc: "2.0", id, error: { code: -32_603, message, data: malformedAnswer } } };
}

function isWhole({ result, error }: JsonObject): boolean {
  if (error === undefined) return isJsonObject(result);
  return (
    result === undefined && isJsonObject(error) && Number.isInteger(error.code) && typeof error.message === "string"
  );
}
