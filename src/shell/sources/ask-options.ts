import { setMaxListeners } from "node:events";
import { timeoutIn } from "../../bridge/client/endpoint.ts";
import { CliError } from "../../terminal/cli-error.ts";
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

/** @throws CliError where the variable is not a time */
function timeoutOf(env: Terminal["env"]): number {
  try {
    return timeoutIn(env) ?? defaultTimeoutMs;
  } catch (error) {
    throw error instanceof TypeError ? new CliError(error.message, { cause: error }) : error;
  }
}
