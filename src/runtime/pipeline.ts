import type { CallInProgress, Rest, Soon, Stage } from "./call-state.ts";
import type { CallAnswer } from "./result.ts";

/**
 * Joins stages into one function, the first outermost. A call goes inwards through `enter` until one answers it, or to the end,
 * and its answer goes outwards through `leave` of the stages that it has passed. Nothing is created for a call that need not wait.
 */
export function createPipeline<Deps>(stages: readonly Stage<Deps>[], end: Rest<Deps>): Rest<Deps> {
  // All of one shape, so that reading them is quick.
  const steps = stages.map(({ enter, leave, release, caught }, at) => {
    const rest: Rest<Deps> = (call) => inwards(call, at + 1, at + 1);
    return { enter, leave, release, caught, rest };
  });

  /** @param from the outermost step that belongs to this way: the others wait for its answer */
  function inwards(call: CallInProgress<Deps>, from: number, first: number): Soon<CallAnswer> {
    let at = first;
    let found: Soon<CallAnswer | undefined>;
    try {
      for (; at < steps.length && found === undefined; at++) {
        const step = steps[at];
        found = step?.enter?.(call, step.rest);
      }
      // The step that answered or waits.
      at = found === undefined ? steps.length : at - 1;
      found ??= end(call);
    } catch (error) {
      return failed(call, from, at - 1, error);
    }
    return found instanceof Promise ? afterWait(call, from, at, found) : outwards(call, from, at - 1, found);
  }

  /** @param at the step that waited; `steps.length` for the end, which always answers */
  function afterWait(call: CallInProgress<Deps>, from: number, at: number, entered: Promise<CallAnswer | undefined>) {
    return entered.then(
      (answer) => (answer === undefined ? inwards(call, from, at + 1) : outwards(call, from, at - 1, answer)),
      (error: unknown) => failed(call, from, at - 1, error),
    );
  }

  function outwards(call: CallInProgress<Deps>, from: number, last: number, given: CallAnswer): CallAnswer {
    let answer = given;
    for (let at = last; at >= from; at--) {
      const step = steps[at];
      step?.release?.();
      if (step?.leave !== undefined) answer = step.leave(call, answer);
    }
    return answer;
  }

  function failed(call: CallInProgress<Deps>, from: number, last: number, error: unknown): CallAnswer {
    for (let at = last; at >= from; at--) {
      const step = steps[at];
      step?.release?.();
      if (step?.caught !== undefined) return outwards(call, from, at - 1, step.caught(call, error));
    }
    throw error;
  }

  return (call) => inwards(call, 0, 0);
}
