// Figures about calls as Prometheus reads them. @see https://prometheus.io/docs/instrumenting/exposition_formats/
import { monitorEventLoopDelay } from "node:perf_hooks";
import { memoryUsage } from "node:process";
import type { CallLoad, Figure } from "../../runtime/figures.ts";
import type { CallObserver } from "../../runtime/middleware/observe.ts";

export interface CallMetrics {
  readonly observe: CallObserver;
  /** A request was refused before it was a call. */
  refused(status: number): void;
  /** @param now what is known besides at this moment */
  text(now?: StateNow): string;
  close(): void;
}

export interface StateNow {
  readonly load: CallLoad;
  /** Of the host. Those whose names are unfit or taken are left out. */
  readonly host: readonly Figure[];
}

/** Seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Durations {
  readonly counts: number[];
  sum: number;
  count: number;
}

export function createCallMetrics(): CallMetrics {
  const calls = new Map<string, number>();
  const durations = new Map<string, Durations>();
  const refusals = new Map<number, number>();
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();

  return {
    observe({ tool = "unknown", outcome, ms }) {
      // Names that callers make up would be without end.
      const key = labels({ tool, outcome });
      calls.set(key, (calls.get(key) ?? 0) + 1);
      const found = durations.get(tool) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 };
      durations.set(tool, found);
      const seconds = Math.max(0, ms) / 1000;
      const at = buckets.findIndex((bound) => seconds <= bound);
      if (at >= 0) found.counts[at] = (found.counts[at] ?? 0) + 1;
      found.sum += seconds;
      found.count++;
    },
    refused(status) {
      refusals.set(status, (refusals.get(status) ?? 0) + 1);
    },
    text(now) {
      const lines = [
        ...family("pegboard_calls_total", "counter", "Calls that have ended, by tool and outcome"),
        ...[...calls].map(([key, count]) => `pegboard_calls_total${key} ${count}`),
        ...family("pegboard_call_duration_seconds", "histogram", "How long calls took, by tool"),
        ...[...durations].flatMap(([tool, found]) => histogram(tool, found)),
        ...family("pegboard_requests_refused_total", "counter", "HTTP requests that were refused, by status"),
        ...[...refusals].map(([status, count]) => `pegboard_requests_refused_total{status="${status}"} ${count}`),
        ...family("pegboard_event_loop_lag_seconds", "gauge", "How late timers were since the last question"),
        ...[0.5, 0.99].map(
          (part) => `pegboard_event_loop_lag_seconds{quantile="${part}"} ${lateness(lag.percentile(part * 100))}`,
        ),
        ...family("pegboard_event_loop_lag_max_seconds", "gauge", "The latest timer since the last question"),
        `pegboard_event_loop_lag_max_seconds ${lateness(lag.max)}`,
        ...family("process_resident_memory_bytes", "gauge", "Memory of the process"),
        `process_resident_memory_bytes ${memoryUsage.rss()}`,
      ];
      if (now !== undefined) lines.push(...loadLines(now.load), ...hostLines(now.host, lines));
      lag.reset();
      return `${lines.join("\n")}\n`;
    },
    close: () => void lag.disable(),
  };
}

function loadLines({ running, waiting }: CallLoad): readonly string[] {
  return [
    ...family("pegboard_calls_running", "gauge", "Calls that run now"),
    `pegboard_calls_running ${running}`,
    ...family("pegboard_calls_waiting", "gauge", "Calls that wait in line"),
    `pegboard_calls_waiting ${waiting}`,
  ];
}

/** A host is the author's own code: what it gives must not break the text of all others. */
function hostLines(figures: readonly Figure[], before: readonly string[]): readonly string[] {
  const taken = new Set(before.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []));
  return figures.flatMap(({ name, type, help, value }) => {
    if (!/^[a-z_][a-z0-9_]{0,199}$/.test(name) || typeof value !== "number" || taken.has(name)) return [];
    taken.add(name);
    const line = help.replaceAll("\\", "\\\\").replaceAll(/[\r\n]+/g, " ");
    return [...family(name, type === "counter" ? "counter" : "gauge", line), `${name} ${numberText(value)}`];
  });
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? String(value) : value > 0 ? "+Inf" : "-Inf";
}

/** The histogram counts from one look to the next, which are 10 ms apart. */
function lateness(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - 0.01) : 0;
}

function histogram(tool: string, { counts, sum, count }: Durations): readonly string[] {
  const name = "pegboard_call_duration_seconds";
  let below = 0;
  const lines = buckets.map((bound, at) => {
    below += counts[at] ?? 0;
    return `${name}_bucket${labels({ tool, le: String(bound) })} ${below}`;
  });
  const key = labels({ tool });
  return [
    ...lines,
    `${name}_bucket${labels({ tool, le: "+Inf" })} ${count}`,
    `${name}_sum${key} ${sum}`,
    `${name}_count${key} ${count}`,
  ];
}

function family(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labels(values: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `{${Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(",")}}`;
}
