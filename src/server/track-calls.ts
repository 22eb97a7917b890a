import type { Dispatch } from "../runtime/call-state.ts";

/** Knows which calls still run, those too that were cancelled and whose answer nobody waits for. */
export function trackCalls(dispatch: Dispatch): { readonly dispatch: Dispatch; settled(): Promise<unknown> } {
  const running = new Set<Promise<unknown>>();
  return {
    async dispatch(call) {
      const answer = dispatch(call);
      running.add(answer);
      try {
        return await answer;
      } finally {
        running.delete(answer);
      }
    },
    settled: () => Promise.allSettled(running),
  };
}
