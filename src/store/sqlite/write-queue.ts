import { setImmediate as nextTurn } from "node:timers/promises";
import type { WorkOptions, WritableRows } from "../store.ts";
import { turnMs } from "./connection-in-turns.ts";
import { databaseUnavailable } from "./database-unavailable.ts";
import type { LockShare } from "./lock-share.ts";

/** How long one transaction takes further writes in, in ms. */
const groupMs = 20;
/** It takes so many all the same: on a busy machine few writes fit into that time, and each commit and each change of the process costs. */
const groupWrites = 16;
/** But not for longer than this: other processes wait for the lock. */
const maxGroupMs = 500;

const tooManyWrites = "is busy with earlier writes; nothing was changed, so wait a moment and call again";

/** A transaction with the write lock, in which several works can be done or undone one by one. */
export interface WriteTransaction {
  readonly rows: WritableRows;
  /** Does the work, or leaves nothing of it behind. @throws what the work throws; `LostTransaction` where all of it was undone */
  readonly single: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The database has undone the whole transaction by itself. */
export class LostTransaction extends Error {}

export interface WriteQueueOptions {
  /** The database, for messages. */
  readonly path: string;
  readonly share: LockShare;
  /**
   * Runs a function in a transaction, and commits it.
   * @param end until when it waits for the lock
   */
  readonly transact: <T>(
    work: (transaction: WriteTransaction) => Promise<T>,
    wait: { readonly end: () => number; readonly signal: AbortSignal | undefined },
  ) => Promise<T>;
}

export type Work<T> = (rows: WritableRows) => Promise<T>;

/** Settles a request; to be called when what was done is committed. */
type Settle = () => void;

interface Waiting {
  /** Begins by itself, with nothing beside it. */
  readonly alone?: () => Promise<Settle>;
  /** Does it in a transaction that it may share. Rejects with what the work throws. */
  readonly run?: (transaction: WriteTransaction, isShared: boolean) => Promise<Settle>;
  readonly fail: (error: unknown) => void;
  readonly end: () => number;
  readonly signal: AbortSignal | undefined;
}

export interface WriteQueue {
  readonly write: <T>(work: Work<T>, options: WorkOptions, end: () => number) => Promise<T>;
  /** Something that takes the lock by itself, in its turn. */
  readonly alone: <T>(work: () => Promise<T>, options: WorkOptions) => Promise<T>;
  /** How many stand in line. */
  readonly length: () => number;
}

/**
 * The writes of one process, in the order of their requests. Those that wait together are committed together: the disk is waited for
 * once. A write that waits for another process's lock is not overtaken; one with a signal or a time limit of its own may leave.
 */
export function openWriteQueue({ path, share, transact }: WriteQueueOptions): WriteQueue {
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      await share.giveWay();
      await group(first);
      share.released();
    }
    // In the same step as the last look, so that no request comes between.
    isRunning = false;
  }

  async function group(first: Waiting): Promise<void> {
    const done: { readonly settle: Settle; readonly fail: Waiting["fail"] }[] = [];
    let current: Waiting | undefined = first;
    try {
      if (first.alone !== undefined) done.push({ settle: await first.alone(), fail: first.fail });
      else {
        await transact(async (transaction) => {
          share.obtained();
          const isShared = waiting.length > 0;
          const began = performance.now();
          let turnBegan = began;
          let taken = 1;
          while (current?.run !== undefined) {
            try {
              done.push({ settle: await current.run(transaction, isShared), fail: current.fail });
            } catch (error) {
              if (!isShared || error instanceof LostTransaction) throw error;
              current.fail(error);
            }
            const inMs = taken < groupWrites ? maxGroupMs : groupMs;
            const isOver = !isShared || performance.now() - began > inMs || waiting[0]?.run === undefined;
            current = isOver ? undefined : waiting.shift();
            taken += 1;
            if (current !== undefined && performance.now() - turnBegan > turnMs) {
              await nextTurn();
              turnBegan = performance.now();
            }
          }
        }, first);
      }
      for (const { settle } of done) settle();
    } catch (error) {
      const reason = error instanceof LostTransaction ? error.cause : error;
      for (const { fail } of done) fail(reason);
      current?.fail(reason);
    }
  }

  /** @param begin makes what stands in line of the functions that settle the request */
  function enqueue<T>(
    { patienceMs, signal }: WorkOptions,
    begin: (resolve: (value: T) => void) => Pick<Waiting, "alone" | "run">,
    end: () => number,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const leave = (reason: unknown) => {
        const index = waiting.indexOf(entry);
        // What runs already looks at the signal itself.
        if (index === -1) return;
        waiting.splice(index, 1);
        entry.fail(reason);
      };
      const onAbort = () => leave(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      const timer =
        patienceMs === undefined || !isRunning
          ? undefined
          : setTimeout(() => leave(databaseUnavailable(path, tooManyWrites, "later")), patienceMs);
      const forget = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      const entry: Waiting = {
        ...begin((value) => {
          forget();
          resolve(value);
        }),
        fail(error) {
          forget();
          reject(error);
        },
        end,
        signal,
      };
      waiting.push(entry);
      if (!isRunning) void drain();
    });
  }

  return {
    write: (work, options, end) =>
      enqueue(
        options,
        (resolve) => ({
          async run(transaction, isShared) {
            const whole = () => unlessAborted(options.signal, () => work(transaction.rows));
            const result = await (isShared ? transaction.single(whole) : whole());
            return () => resolve(result);
          },
        }),
        end,
      ),
    alone: (work, options) =>
      enqueue(
        options,
        (resolve) => ({
          async alone() {
            const result = await work();
            return () => resolve(result);
          },
        }),
        () => Number.POSITIVE_INFINITY,
      ),
    length: () => waiting.length,
  };
}

/** Work that counts only where the signal is not aborted before its end. @throws the signal's reason */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  const result = await work();
  signal?.throwIfAborted();
  return result;
}
