import { operatorMessageOf } from "../../contract/operator-message.ts";
import type { Log } from "../../runtime/ports.ts";
import { within } from "../within.ts";
import type { HttpResponse } from "./exchange.ts";

/** Whether the process runs. */
export const healthPath = "/healthz";
/** Whether it can serve calls now. */
export const readyPath = "/readyz";

/** Longer than a load balancer waits. */
const readyMs = 5_000;

export interface Readiness {
  /** Rejects when a call could not be served now; absent: a server that listens is ready. */
  readonly ready: (() => Promise<void>) | undefined;
  readonly stop: AbortSignal;
  readonly log: Log;
}

/**
 * Answers the questions of a supervisor and of a load balancer, which carry no token; so the answer says no more than yes or no,
 * and the reason goes to the log.
 */
export function createProbes({ ready, stop, log }: Readiness): (path: string, response: HttpResponse) => boolean {
  let asking: Promise<boolean> | undefined;

  /** One look at a time, however many ask. */
  function isReady(): Promise<boolean> {
    asking ??= look().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function look(): Promise<boolean> {
    if (stop.aborted) return false;
    if (ready === undefined) return true;
    try {
      const isInTime = await within(readyMs, ready());
      if (!isInTime) log.warn("not ready", { error: `no answer in ${readyMs} ms` });
      return isInTime;
    } catch (error) {
      log.warn("not ready", { error: error instanceof Error ? operatorMessageOf(error) : String(error) });
      return false;
    }
  }

  return (path, response) => {
    if (path === healthPath) {
      write(response, 200, "ok");
      return true;
    }
    if (path !== readyPath) return false;
    void isReady().then((is) => write(response, is ? 200 : 503, is ? "ready" : "unavailable"));
    return true;
  };
}

function write(response: HttpResponse, status: number, word: string): void {
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
    .end(`{"status":"${word}"}`);
}
