import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../disk/replace-file.ts";
import type { Clock, Log, Usage } from "../runtime/ports.ts";
import { addTally, type Tally, usageText } from "./usage-file.ts";
import { dayFileName, sinceName } from "./usage-folder.ts";

export interface RecorderOptions {
  /** Where to write; called when there is something to write. */
  readonly folder: () => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
  /** How long counters wait before they are written, in milliseconds. Default: 5,000. */
  readonly everyMs?: number;
}

export interface UsageRecorder extends Usage {
  /** Writes the pending counters. Never rejects. */
  close(): Promise<void>;
}

/**
 * Counts in memory and writes every few seconds. Each process has a file of its own for each day, which it replaces as a whole, so
 * any number of processes may count at once without reading each other's files. A failure to write is logged once; the next write
 * includes everything. No timer keeps the process alive.
 */
export function openUsageRecorder({ folder, clock, log, everyMs = 5_000 }: RecorderOptions): UsageRecorder {
  // Most servers never count anything, and making it loads a module of its own.
  let random: string | undefined;
  let day = dayAt(clock);
  let tallies = new Map<string, Tally>();
  let isDirty = false;
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!isDirty) return writing;
    isDirty = false;
    // A copy: the next day may begin before it is written.
    const written = { day, tallies: [...tallies.values()] };
    random ??= randomUUID();
    const file = dayFileName(written.day, random);
    return write(async (path) => {
      await markSince(path, written.day);
      await replaceFile(join(path, file), usageText({ days: [written], replaces: [] }));
    });
  }

  function write(work: (folder: string) => Promise<void>): Promise<void> {
    writing = writing
      .then(async () => {
        const path = await folder();
        await mkdir(path, { recursive: true, mode: 0o700 });
        await work(path);
      })
      .catch((error: unknown) => {
        isDirty = tallies.size > 0;
        if (!hasFailed) log.warn("uses of old names can't be recorded", { error: String(error) });
        hasFailed = true;
      });
    return writing;
  }

  // A server that runs for a while records since when it counts, even if nothing old is ever used.
  const beginning = setTimeout(() => void write((path) => markSince(path, day)), everyMs).unref();

  return {
    count(use) {
      const now = clock();
      const today = dayAt(() => now);
      if (today !== day) {
        void flush();
        day = today;
        tallies = new Map();
      }
      const at = new Date(now).toISOString();
      addTally(tallies, { use, count: 1, first: at, last: at });
      isDirty = true;
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    async close() {
      clearTimeout(beginning);
      await flush();
    },
  };
}

function dayAt(clock: Clock): string {
  return new Date(clock()).toISOString().slice(0, 10);
}

/** Records the day on which counting began, unless it is recorded. */
async function markSince(folder: string, day: string): Promise<void> {
  try {
    await writeFile(join(folder, sinceName), `${day}\n`, { flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
