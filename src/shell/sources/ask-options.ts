import { setMaxListeners } from "node:events";
import type { Terminal } from "../../terminal/terminal.ts";
import type { AskOptions } from "./tool-source.ts";

interface AskLimits {
  /** Seconds. */
  readonly timeout?: number;
}

/** How long a request may take, and what ends it earlier. */
export function askOptions(terminal: Terminal, signal: AbortSignal, { timeout }: AskLimits): AskOptions {
  // Every server that is asked listens to the one interrupt, and there may be dozens: Node would take that for a leak.
  setMaxListeners(0, signal);
  return { signal, timeoutMs: timeout === undefined ? timeoutOf(terminal.env) : timeout * 1000 };
}

const defaultTimeoutMs = 60_000;

/** Clients of tool-cli ignore a variable that is not a time. */
function timeoutOf({ TOOL_CLI_TIMEOUT_MS: text = "" }: Terminal["env"]): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= 300_000 ? value : defaultTimeoutMs;
}
