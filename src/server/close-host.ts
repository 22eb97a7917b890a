import type { Log } from "../runtime/ports.ts";
import { within } from "./within.ts";

export interface ClosingHost {
  /** Resolves when no call runs any more, aborted ones included. */
  readonly settled: () => Promise<unknown>;
  readonly close: () => Promise<void>;
  readonly shutdownMs: number;
  readonly log: Log;
}

/** After the transport is gone: a handler that listens to its abort gets a moment to leave, then its host is closed. */
export async function closeHost({ settled, close, shutdownMs, log }: ClosingHost): Promise<void> {
  await within(abortGraceMs, settled());
  const isClosed = await within(shutdownMs, close());
  if (!isClosed) log.warn("the host did not close in time", { shutdownMs });
}

/**
 * Long enough to end a child and to undo what was half done; short enough for clients that kill two seconds after SIGTERM
 * (both official SDKs do).
 */
const abortGraceMs = 1_500;
