const firstPauseMs = 1_000;
const maxPauseMs = 5 * 60_000;

/** How long a provider is left alone after failures: a second, then twice as long each time, up to five minutes. */
export class BackOff {
  readonly #clock: () => number;
  #failures = 0;
  #until = 0;

  /** @param clock milliseconds, from any beginning */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Milliseconds until it may be asked again; 0: now. */
  get waitMs(): number {
    return Math.max(0, this.#until - this.#clock());
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  /** @param leastMs the pause that the provider asks for */
  failed(leastMs: number): void {
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** this.#failures);
    this.#failures += 1;
    this.#until = this.#clock() + Math.max(pause, leastMs);
  }
}
