import { contractFailure } from "../answers.ts";
import type { CallState, Stage } from "../call-state.ts";
import type { CallLoad } from "../figures.ts";
import type { CallAnswer } from "../result.ts";
import { stopped } from "./execute-call.ts";

export interface LimitOptions {
  /** Calls that run at once, at least 1. */
  readonly maxCalls: number;
  /** Calls that wait for one of them to end. */
  readonly maxWaiting: number;
}

/**
 * Bounds how many calls run at once. Further calls wait in line, in their order; when the line is full, a call is answered
 * OVERLOADED. A call that is cancelled, or whose deadline passes, leaves the line.
 *
 * It follows the middleware that answers without a handler: a proxy tool holds no place while the call that it makes waits for
 * one, and neither does a call that asks the user.
 */
export function limit<Deps>({ maxCalls, maxWaiting }: LimitOptions): Stage<Deps> & { readonly load: () => CallLoad } {
  let running = 0;
  // In order; a set, so that leaving from the middle is cheap.
  const line = new Set<() => void>();

  /** @returns false when the call was stopped first */
  function waitForTurn(signals: readonly AbortSignal[]): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (canRun: boolean) => {
        line.delete(proceed);
        for (const signal of signals) signal.removeEventListener("abort", leave);
        resolve(canRun);
      };
      const proceed = () => settle(true);
      const leave = () => settle(false);
      line.add(proceed);
      for (const signal of signals) signal.addEventListener("abort", leave);
    });
  }

  function releasePlace(): void {
    const [next] = line;
    // The next call in line gets the place, so that no new call can take it.
    if (next === undefined) running--;
    else next();
  }

  async function inTurn(call: CallState<Deps>): Promise<CallAnswer | undefined> {
    // Signals are created when they are read, so only a call that waits reads them.
    const signals = signalsOf(call);
    const canRun = !signals.some(({ aborted }) => aborted) && (await waitForTurn(signals));
    return canRun ? undefined : stopped(call);
  }

  return {
    enter(call) {
      if (running >= maxCalls) return line.size >= maxWaiting ? overloaded(running, line.size) : inTurn(call);
      running++;
      return undefined;
    },
    release: releasePlace,
    load: () => ({ running, waiting: line.size }),
  };
}

function signalsOf<Deps>(call: CallState<Deps>): readonly AbortSignal[] {
  const caller = call.request.signal();
  return call.deadline === undefined ? [caller] : [caller, call.deadline()];
}

function overloaded(running: number, waiting: number): CallAnswer {
  return contractFailure({
    code: "OVERLOADED",
    message: `the server is busy; calls running: ${running}, waiting: ${waiting}`,
    hint: "nothing was done; send the same call again later",
    facts: { retry: "later" },
  });
}
