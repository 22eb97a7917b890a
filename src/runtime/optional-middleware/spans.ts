import type { Middleware } from "../call-state.ts";
import {
  callAttributes,
  carrierOf,
  describeAnswer,
  describeThrown,
  type OpenSpan,
  type SpanAttributes,
  toolAttributes,
} from "../call-trace.ts";
import { entryOf } from "../middleware/stage.ts";

// OpenTelemetry without its package: the part of its API that is needed, so that a host passes in its own.

export type SpanLike = OpenSpan;

interface SpanFacts {
  readonly kind: number;
  readonly attributes: SpanAttributes;
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
    const parent = api.propagation.extract(api.context.active(), { ...carrierOf(call.request.meta) });
    const facts: SpanFacts = { kind: serverKind, attributes: { ...callAttributes, ...toolAttributes(call) } };
    return tracer.startActiveSpan(`tools/call ${name}`, facts, parent, async (span) => {
      try {
        const answer = await next(call);
        describeAnswer(span, answer);
        return answer;
      } catch (error) {
        describeThrown(span, error);
        throw error;
      } finally {
        span.end();
      }
    });
  };
}

/** `SpanKind.SERVER` of the API. */
const serverKind = 1;
