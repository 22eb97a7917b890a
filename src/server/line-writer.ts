import { nextTick } from "node:process";

/** The real standard output. */
export interface LineSink {
  /** @returns false when the reader is slow and no more input should be read until `onDrain` */
  write(content: string | Buffer): boolean;
  /** Both parts in one write. */
  writeParts(first: Buffer, rest: Buffer): boolean;
  onDrain(listener: () => void): void;
  /** The reader has closed the stream, or writing failed. */
  onBroken(listener: (error: Error) => void): void;
}

export interface LineWriter {
  /** Writes a line with the others of this turn. */
  writeSoon(line: string): void;
  /** Writes a long line at once: its beginning, which is kept as bytes, and its rest. */
  writeLong(beginning: Buffer, rest: string): void;
  writeLine(value: unknown): void;
  /** Writes a notification. It waits for a slow reader, so that a handler can't fill the memory; an answer does not wait. */
  notify(message: object): Promise<void>;
  /** Resolves when the reader can take more. */
  caughtUp(): Promise<void>;
  /** The reader has caught up, or is gone. */
  resume(): void;
  /** What is not written yet is written, and nothing after it. */
  close(): void;
}

/** Lines of the protocol; those of one turn go into one write, or a few where they are many or long. @param onSlow the reader does not keep up */
export function createLineWriter(sink: LineSink, onSlow: () => void): LineWriter {
  let unwritten = "";
  let isFlushPlanned = false;
  let maxUnwritten = firstWrite;
  let isClosed = false;
  let isSlow = false;
  let slowWaiters: (() => void)[] = [];

  function endTurn(): void {
    isFlushPlanned = false;
    maxUnwritten = firstWrite;
    flush();
  }

  function flush(): void {
    if (unwritten === "") return;
    const text = unwritten;
    unwritten = "";
    after(sink.write(text));
  }

  function after(canTakeMore: boolean): void {
    isSlow = !canTakeMore;
    if (isSlow) onSlow();
  }

  function writeSoon(line: string): void {
    if (isClosed) return;
    unwritten = `${unwritten}${line}\n`;
    if (!isFlushPlanned) {
      isFlushPlanned = true;
      // After all promises that are settled now: their lines are written at once.
      nextTick(endTurn);
    }
    if (unwritten.length < maxUnwritten) return;
    flush();
    maxUnwritten = Math.min(2 * maxUnwritten, largestWrite);
  }

  function writeLine(value: unknown): void {
    if (isClosed) return;
    unwritten += `${JSON.stringify(value)}\n`;
    flush();
  }

  function resume(): void {
    isSlow = false;
    const waiters = slowWaiters;
    slowWaiters = [];
    for (const resolve of waiters) resolve();
  }

  async function caughtUp(): Promise<void> {
    if (isSlow && !isClosed) await new Promise<void>((resolve) => slowWaiters.push(resolve));
  }

  return {
    writeSoon,
    writeLong(beginning, rest) {
      if (isClosed) return;
      flush();
      after(sink.writeParts(beginning, Buffer.from(`${rest}\n`)));
    },
    writeLine,
    async notify(message) {
      writeLine(message);
      await caughtUp();
    },
    caughtUp,
    resume,
    close() {
      flush();
      isClosed = true;
      resume();
    },
  };
}

/**
 * Characters that are written before the turn ends: the client reads the first answers to many calls while the others are made. It begins
 * the sooner the less there is in the first write; later ones are longer, because each takes time of its own.
 */
const firstWrite = 2 * 1024;
const largestWrite = 8 * 1024;
