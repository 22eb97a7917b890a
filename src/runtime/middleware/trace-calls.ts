import { ownValue } from "../../contract/own-property.ts";
import type { CallInProgress, Stage } from "../call-state.ts";
import {
  callAttributes,
  carrierOf,
  describeAnswer,
  describeThrown,
  type OpenSpan,
  type SpanAttributes,
  type TraceCarrier,
  toolAttributes,
} from "../call-trace.ts";
import type { CallAnswer } from "../result.ts";

/** A call that begins. */
export interface TracedCall {
  /** `tools/call note_create`; without the tool where its name is an old one or unknown. */
  readonly name: string;
  readonly attributes: SpanAttributes;
  /** Of the request's `_meta`. */
  readonly meta: TraceCarrier | undefined;
  /** Of the headers of the HTTP request. */
  readonly headers: TraceCarrier | undefined;
}

/** A span whose name may change while it is open. */
export interface NamedSpan extends OpenSpan {
  updateName(name: string): unknown;
}

/** Runs `work` in a span of its own, which it must end; the span is active while it runs. */
export type CallTracer = <Result>(call: TracedCall, work: (span: NamedSpan) => Result) => Result;

/** The outermost stage of a server whose operator collects traces: one span for each call, whatever becomes of it. */
export function traceCalls<Deps>(trace: CallTracer): Stage<Deps> {
  return {
    enter: (call, rest) =>
      trace(begun(call), (span) => {
        try {
          const answer = rest(call);
          if (!(answer instanceof Promise)) return ended(span, call, answer);
          return answer.then(
            (given) => ended(span, call, given),
            (error: unknown) => thrown(span, error),
          );
        } catch (error) {
          return thrown(span, error);
        }
      }),
  };
}

function begun<Deps>({ request, registry }: CallInProgress<Deps>): TracedCall {
  const { name, connection, meta } = request;
  const isTool = ownValue(registry.tools, name) !== undefined;
  return {
    name: spanName(isTool ? name : undefined),
    attributes: {
      ...callAttributes,
      ...(isTool && { "gen_ai.tool.name": name }),
      ...(connection.transport !== undefined && transports[connection.transport]),
    },
    meta: carrierOf(meta),
    headers: connection.trace,
  };
}

const spanName = (tool: string | undefined) => (tool === undefined ? "tools/call" : `tools/call ${tool}`);

const transports: Readonly<Record<string, SpanAttributes>> = {
  stdio: { "network.transport": "pipe" },
  http: { "network.transport": "tcp", "network.protocol.name": "http" },
};

function ended<Deps>(span: NamedSpan, call: CallInProgress<Deps>, answer: CallAnswer): CallAnswer {
  const found = toolAttributes(call);
  if (found !== undefined) {
    span.updateName(spanName(call.entry?.name));
    for (const [key, value] of Object.entries(found)) span.setAttribute(key, value);
  }
  describeAnswer(span, answer);
  span.end();
  return answer;
}

function thrown(span: NamedSpan, error: unknown): never {
  describeThrown(span, error);
  span.end();
  throw error;
}
