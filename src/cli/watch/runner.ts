// Many changes, few runs: a burst of saves settles into one, two runs never overlap, and whatever changes during a run
// makes exactly one more.

export interface Runner {
  /** Something has changed. */
  readonly touch: (path: string) => void;
  /** Lets no further run begin and waits for the one that is under way. */
  readonly close: () => Promise<void>;
}

export interface RunnerOptions {
  /** How long it must be quiet before a run begins. */
  readonly settleMs: number;
  /** The same for a single change when nothing has changed for `quietMs` before it: no burst is under way. */
  readonly first?: { readonly settleMs: number; readonly quietMs: number };
  /** A run begins after so long even if it never is quiet. */
  readonly patienceMs: number;
  /**
   * Gets the paths that changed, sorted, each once.
   * @param hasMore has something else changed meanwhile, so that another run waits
   */
  readonly run: (paths: readonly string[], hasMore: () => boolean) => Promise<void>;
  /** What `run` throws; after that no run begins any more. */
  readonly onFailure: (error: unknown) => void;
}

export function openRunner({ settleMs, first, patienceMs, run, onFailure }: RunnerOptions): Runner {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let firstAt = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isFirst = false;
  let running: Promise<void> | undefined;
  let isOpen = true;

  return {
    touch(path) {
      const now = performance.now();
      isFirst = first !== undefined && running === undefined && isAlone(path) && now - lastAt > first.quietMs;
      if (waiting.size === 0) firstAt = now;
      lastAt = now;
      waiting.add(path);
      if (running === undefined) settle();
    },
    async close() {
      isOpen = false;
      clearTimeout(timer);
      await running;
    },
  };

  function settle(): void {
    if (!isOpen) return;
    clearTimeout(timer);
    const left = firstAt + patienceMs - performance.now();
    const settled = isFirst && first !== undefined ? first.settleMs : settleMs;
    timer = setTimeout(start, Math.max(0, Math.min(settled, left)));
  }

  function isAlone(path: string): boolean {
    return waiting.size === 0 || (waiting.size === 1 && waiting.has(path));
  }

  function start(): void {
    const paths = [...waiting].sort();
    waiting.clear();
    running = run(paths, () => waiting.size > 0).then(
      () => {
        running = undefined;
        if (waiting.size > 0) settle();
      },
      (error: unknown) => {
        running = undefined;
        isOpen = false;
        onFailure(error);
      },
    );
  }
}
