import { contractFailure } from "../answers.ts";
import type { CallState, Middleware } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";
import { stopped } from "./execute-call.ts";

export interface LimitOptions {
  /** Calls that run at once, at least 1. */
  readonly maxCalls: number;
  /** Calls that wait for one of them to end. */
  readonly maxWaiting: number;
}

/**
 * Bounds how much is worked on at once: so many calls run, so many more wait in the order they came, and beyond that a
 * call is told to come later. A call that is cancelled, or whose deadline passes, leaves the line.
 *
 * It stands after the stations that answer by themselves: a door holds no place while the call behind it waits for one,
 * and neither does a call that asks the user.
 */
export function limit<Deps>({ maxCalls, maxWaiting }: LimitOptions): Middleware<Deps> {
  let running = 0;
  // The callers' turns, in order; a set, so that leaving from the middle costs nothing.
  const line = new Set<() => void>();

  /** @returns false when the call was stopped first */
  function turn(signals: readonly AbortSignal[]): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isOurTurn: boolean) => {
        line.delete(come);
        for (const signal of signals) signal.removeEventListener("abort", leave);
        resolve(isOurTurn);
      };
      const come = () => settle(true);
      const leave = () => settle(false);
      line.add(come);
      for (const signal of signals) signal.addEventListener("abort", leave);
    });
  }

  function giveUpPlace(): void {
    const [next] = line;
    // The place is handed on, so that nobody who comes meanwhile can take it.
    if (next === undefined) running--;
    else next();
  }

  return async (call, next) => {
    if (running < maxCalls) running++;
    else if (line.size >= maxWaiting) return overloaded(running, line.size);
    else {
      // Signals are made when they are asked for: only a call that waits needs them here.
      const signals = signalsOf(call);
      if (signals.some(({ aborted }) => aborted) || !(await turn(signals))) return stopped(call);
    }
    try {
      return await next(call);
    } finally {
      giveUpPlace();
    }
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
