import { setTimeout as sleep } from "node:timers/promises";

/** How long a process writes without a pause, in ms. */
const burstMs = 100;
/** How long it then leaves the lock to others: longer than any of them waits between two attempts (`until-free.ts`). */
const pauseMs = 25;
/** How long a write waits at most while the lock moves from one process to the next, in ms: clients wait a minute for an answer. */
const maxWaitMs = 50_000;

/**
 * How one process shares the write lock with others on the same file. SQLite gives a free lock to the first that asks, so a process
 * with many writes in line would keep it until the last one, while the others are refused.
 */
export class LockShare {
  readonly #dataVersion: () => number;
  #version: number | undefined;
  #burstBegan = Number.NEGATIVE_INFINITY;
  #lastReleased = Number.NEGATIVE_INFINITY;
  /** When this process, or by its commit another one, was last seen to have the lock. */
  #lastMoved = Number.NEGATIVE_INFINITY;
  #isHeld = false;

  /** @param dataVersion differs after a commit of another connection */
  constructor(dataVersion: () => number) {
    this.#dataVersion = dataVersion;
  }

  /** To be awaited before a write asks for the lock. */
  async giveWay(): Promise<void> {
    const now = performance.now();
    // Between two bursts the lock was free.
    if (now - this.#lastReleased > pauseMs) this.#burstBegan = now;
    else if (now - this.#burstBegan > burstMs) {
      await sleep(pauseMs);
      this.#burstBegan = performance.now();
    }
  }

  obtained(): void {
    this.#isHeld = true;
    this.#lastMoved = performance.now();
  }

  /** After every attempt, of which one may not have obtained it. */
  released(): void {
    this.#lastReleased = performance.now();
    if (this.#isHeld) this.#lastMoved = this.#lastReleased;
    this.#isHeld = false;
  }

  refused(): void {
    const version = this.#dataVersion();
    if (this.#version !== undefined && version !== this.#version) this.#lastMoved = performance.now();
    this.#version = version;
  }

  /**
   * Until when a write waits: while the lock moves, it is only shared; where one process keeps it, all writes that wait give up together.
   * @param askedAt when it was asked for, in ms of `performance.now()`
   */
  endOf(askedAt: number, patienceMs: number): number {
    return Math.min(Math.max(askedAt, this.#lastMoved) + patienceMs, askedAt + Math.max(patienceMs, maxWaitMs));
  }
}
