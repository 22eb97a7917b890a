import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { ownValue } from "../contract/own-property.ts";
import type { CallState } from "./call-state.ts";
import type { CallAnswer } from "./result.ts";

// What a trace says of a call, without the package that makes traces. @see OpenTelemetry semantic conventions for MCP

export type SpanAttributes = { readonly [key: string]: string | number | boolean };

/** W3C trace context, as a request brings it. @see https://www.w3.org/TR/trace-context/ */
export type TraceCarrier = { readonly [key in "traceparent" | "tracestate" | "baggage"]?: string };

/** A span that is open. */
export interface OpenSpan {
  setAttribute(key: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

/** `SpanStatusCode.ERROR` of the API. */
const errorStatus = 2;

const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;
/** More than the specifications require to be passed on. */
const maxStateLength = 8_192;

/** The caller's trace, of `_meta` or of HTTP headers; undefined where it is absent or malformed: a malformed one must not join unrelated traces. */
export function carrierOf(given: JsonObject | Readonly<Record<string, unknown>> | undefined): TraceCarrier | undefined {
  const parent = given === undefined ? undefined : ownValue(given, "traceparent");
  if (given === undefined || typeof parent !== "string" || parent.length > 256 || !traceparent.test(parent))
    return undefined;
  const carrier: { -readonly [key in keyof TraceCarrier]: string } = { traceparent: parent };
  for (const key of ["tracestate", "baggage"] as const) {
    const value = ownValue(given, key);
    if (typeof value === "string" && value.length <= maxStateLength && /^[\x20-\x7e]*$/.test(value))
      carrier[key] = value;
  }
  return carrier;
}

/** What is known before the tool is found. */
export const callAttributes: SpanAttributes = {
  "mcp.method.name": "tools/call",
  "gen_ai.operation.name": "execute_tool",
};

/** @returns undefined: no such tool, and a name that a caller makes up stands in no trace */
export function toolAttributes<Deps>({ entry, alias }: CallState<Deps>): SpanAttributes | undefined {
  if (entry === undefined) return undefined;
  return {
    "gen_ai.tool.name": entry.name,
    "pegboard.tool.version": entry.version,
    ...(alias === undefined ? {} : { "pegboard.tool.called_as": alias.name }),
  };
}

/** The outcome of a call; of an error its code, and nothing that may quote an argument. */
export function describeAnswer(span: OpenSpan, answer: CallAnswer): void {
  if (answer.kind === "protocol-error") {
    span.setAttribute("rpc.response.status_code", String(answer.code));
    fail(span, String(answer.code));
    return;
  }
  if (answer.result.isError !== true) return;
  const error = answer.result.structuredContent?.error;
  if (isJsonObject(error) && typeof error.code === "string") span.setAttribute("pegboard.error.code", error.code);
  fail(span, "tool_error");
}

/** The message of an error may quote anything, its name does not. */
export function describeThrown(span: OpenSpan, error: unknown): void {
  fail(span, error instanceof Error ? error.name : "error");
}

function fail(span: OpenSpan, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: errorStatus });
}
