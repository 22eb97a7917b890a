// The one place that knows OpenTelemetry. Its API is not a dependency of ours: it is the one that the operator's SDK or the catalog brings.
import { createRequire } from "node:module";
import { join } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import type { Span } from "@opentelemetry/api";
import type { CallTracer, TracedCall } from "../../runtime/middleware/trace-calls.ts";
import type { Log } from "../../runtime/ports.ts";

type Api = typeof import("@opentelemetry/api");

/**
 * @param folder of the catalog, absolute: its packages come first
 * @param others files from which the package is looked for then
 * @returns undefined where it can't be found or loaded; that is a line in the log, and no reason not to serve
 */
export async function openTracer(
  folder: string | undefined,
  log: Log,
  others: readonly (string | undefined)[] = [argv[1], import.meta.url],
): Promise<CallTracer | undefined> {
  const from = [folder === undefined ? undefined : join(folder, "package.json"), ...others];
  const path = from.map(apiFrom).find((found) => found !== undefined);
  if (path === undefined) {
    log.warn("there are no traces: the package @opentelemetry/api is not installed beside the catalog");
    return undefined;
  }
  try {
    const loaded: { readonly default: Api } = await import(pathToFileURL(path).href);
    return createTracer(loaded.default);
  } catch (error) {
    log.warn("there are no traces: @opentelemetry/api can't be loaded", { error: String(error) });
    return undefined;
  }
}

function apiFrom(place: string | undefined): string | undefined {
  if (place === undefined) return undefined;
  try {
    return createRequire(place).resolve("@opentelemetry/api");
  } catch {
    // It may be found from the next place.
    return undefined;
  }
}

/** Spans of MCP. @see https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp, "Context propagation" */
function createTracer({ context, propagation, SpanKind, trace }: Api): CallTracer {
  const tracer = trace.getTracer("pegboard");
  const ours = new WeakSet<Span>();

  /** `_meta` says whose call it is. What is active besides, such as a span of the HTTP request, is linked. */
  function placeOf({ meta, headers }: TracedCall) {
    const active = context.active();
    const around = trace.getSpan(active);
    // A tool that calls another one: its span is the parent, though the request is the same.
    if (around !== undefined && ours.has(around)) return { parent: active, links: [] };
    if (meta !== undefined) {
      const links = around === undefined ? [] : [{ context: around.spanContext() }];
      return { parent: propagation.extract(active, meta), links };
    }
    return { parent: around === undefined ? propagation.extract(active, headers ?? {}) : active, links: [] };
  }

  return (call, work) => {
    const { parent, links } = placeOf(call);
    const options = { kind: SpanKind.SERVER, attributes: call.attributes, links };
    return tracer.startActiveSpan(call.name, options, parent, (span) => {
      ours.add(span);
      return work(span);
    });
  };
}
