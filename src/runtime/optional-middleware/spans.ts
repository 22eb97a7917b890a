import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { CallState, Middleware } from "../call-state.ts";
import { entryOf } from "../middleware/stage.ts";
import type { CallAnswer } from "../result.ts";

// OpenTelemetry without its package: the part of its API that is needed, so that a host passes in its own.

export interface SpanLike {
  setAttribute(key: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

interface SpanFacts {
  readonly kind: number;
  readonly attributes: { readonly [key: string]: string | number | boolean };
}

/** A `Tracer` of `@opentelemetry/api`. */
export interface TracerLike<Context> {
  startActiveSpan<Result>(name: string, options: SpanFacts, context: Context, work: (span: SpanLike) => Result): Result;
}

/** `context` and `propagation` of `@opentelemetry/api`. */
export interface TracingApi<Context> {
  readonly context: { active(): Context };
  readonly propagation: { extract(context: Context, carrier: { readonly [key: string]: string }): Context };
}

/**
 * Middleware for a host: one span for each call, active while later middleware and the handler run, so that their outgoing
 * requests belong to it. It continues the caller's trace where `_meta` carries one (`traceparent`, `tracestate`, `baggage`). It
 * contains no arguments and no results.
 * @param tracer `trace.getTracer("…")`
 * @param api the module `@opentelemetry/api`
 * @see W3C Trace Context; MCP 2026-07-28, "Trace context"; OpenTelemetry semantic conventions for MCP
 */
export function spans<Deps, Context>(tracer: TracerLike<Context>, api: TracingApi<Context>): Middleware<Deps> {
  return (call, next) => {
    const { name } = entryOf(call);
    const parent = api.propagation.extract(api.context.active(), carrierOf(call.request.meta));
    const facts: SpanFacts = { kind: serverKind, attributes: attributesOf(call) };
    return tracer.startActiveSpan(`tools/call ${name}`, facts, parent, async (span) => {
      try {
        const answer = await next(call);
        const error = errorType(answer);
        if (error !== undefined) fail(span, error);
        return answer;
      } catch (error) {
        // The message may quote anything, the name does not.
        fail(span, error instanceof Error ? error.name : "error");
        throw error;
      } finally {
        span.end();
      }
    });
  };
}

/** `SpanKind.SERVER` and `SpanStatusCode.ERROR` of the API. */
const serverKind = 1;
const errorStatus = 2;

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;
/** More than the specifications require to be passed on. */
const maxStateLength = 8_192;

/** The caller's trace; empty where it is absent or malformed: a malformed one must not join unrelated traces. */
function carrierOf(meta: JsonObject | undefined): { readonly [key: string]: string } {
  const parent = meta === undefined ? undefined : ownValue(meta, "traceparent");
  if (meta === undefined || typeof parent !== "string" || parent.length > 256 || !traceparent.test(parent)) return {};
  const carrier: { [key: string]: string } = { traceparent: parent };
  for (const key of ["tracestate", "baggage"]) {
    const value = ownValue(meta, key);
    if (typeof value === "string" && value.length <= maxStateLength && /^[\x20-\x7e]*$/.test(value))
      carrier[key] = value;
  }
  return carrier;
}

function attributesOf<Deps>(call: CallState<Deps>): SpanFacts["attributes"] {
  const { name, version } = entryOf(call);
  return {
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": name,
    "pegboard.tool.version": version,
    ...(call.alias === undefined ? {} : { "pegboard.tool.called_as": call.alias.name }),
  };
}

function errorType(answer: CallAnswer): string | undefined {
  if (answer.kind === "protocol-error") return String(answer.code);
  if (answer.result.isError !== true) return undefined;
  const error = answer.result.structuredContent?.error;
  return isJsonObject(error) && typeof error.code === "string" ? error.code : "tool_error";
}

function fail(span: SpanLike, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: errorStatus });
}
