import { setImmediate as nextTurn } from "node:timers/promises";
import { reasonOf } from "../disk/disk-errors.ts";
import { createMemoryEvents, type EventStore, type StreamEvent } from "../runtime/event-store.ts";
import { untilFree } from "../sqlite/until-free.ts";
import type { EventLimits } from "./event-table.ts";
import { type OpenEvents, type Outside, openEventFile, patience, untilDone } from "./open-event-file.ts";

export interface SqliteEventsOptions extends Outside, Partial<EventLimits> {
  readonly path: string;
}

export interface SqliteEvents extends EventStore {
  /** Writes what waits, and closes the file. What is in it can be read on from the next process. */
  close(): Promise<void>;
}

/**
 * Keeps events in a file, which is opened with the first event, so that they outlive the process. Who sends an event does not wait for it to be
 * written: that is done in the turns of the event loop that follow, a part in each. Where the file can't be used, they are kept in memory, and
 * the log says so once.
 */
export function openSqliteEvents({ path, clock, log, ...given }: SqliteEventsOptions): SqliteEvents {
  const limits = { ...defaults, ...given };
  const waiting: EventWrite[] = [];
  let waitingLength = 0;
  let opening: Promise<OpenEvents | undefined> | undefined;
  let writing: Promise<void> | undefined;
  let memory: EventStore | undefined;

  /** From now on. What waits for the file goes there, too. */
  function useMemory(error: unknown): undefined {
    const store = createMemoryEvents();
    memory = store;
    log.warn("events of sessions are kept in memory", { file: path, error: reasonOf(error) });
    for (const write of waiting.splice(0)) void keepIn(store, write);
  }

  function opened(): Promise<OpenEvents | undefined> {
    opening ??= openEventFile(path, limits, { clock, log }).catch(useMemory);
    return opening;
  }

  function written(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  async function writeAll(): Promise<void> {
    const file = await opened();
    while (file !== undefined && waiting.length > 0) {
      await nextTurn();
      const batch = batchOf(waiting);
      try {
        await write(file, batch);
      } catch (error) {
        useMemory(error);
        return;
      }
      for (const write of waiting.splice(0, batch.length)) waitingLength -= lengthOf(write);
    }
  }

  async function write({ table }: OpenEvents, batch: readonly EventWrite[]): Promise<void> {
    const events = batch.flatMap((write) => ("over" in write ? [] : [write]));
    if (events.length > 0) await untilFree(() => table.append(events, clock()), patience);
    for (const write of batch) if ("over" in write) await untilDone(() => table.forget(write.over));
  }

  async function add(write: EventWrite): Promise<void> {
    if (memory !== undefined) return keepIn(memory, write);
    waiting.push(write);
    waitingLength += lengthOf(write);
    const done = written();
    // A disk that is too slow slows down who sends.
    if (waitingLength > maxWaiting) await done;
  }

  return {
    append: add,
    async after(place) {
      await written();
      const rest = await memory?.after(place);
      // What was written before the file failed is still there.
      return rest ?? (await opened())?.table.after(place);
    },
    forget: (session) => add({ over: session }),
    async close() {
      // A file that was not needed is not made at the end.
      if (opening === undefined) return;
      await written();
      (await opening)?.close();
    },
  };
}

const defaults: EventLimits = { maxEvents: 1_024, maxBytes: 64 * 1024 * 1024, maxAgeMs: 30 * 60_000 };

/** What one turn of the event loop writes at most, in characters and events. */
const turnLength = 128 * 1024;
const turnEvents = 128;
/** Characters that wait at most before those who send do. */
const maxWaiting = 16 * 1024 * 1024;

/** An event, or that a session is over: nothing of it follows. */
type EventWrite = StreamEvent | { readonly over: string };

function batchOf(waiting: readonly EventWrite[]): readonly EventWrite[] {
  let length = 0;
  const end = waiting.findIndex((write, index) => {
    length += lengthOf(write);
    return index > 0 && (length > turnLength || index === turnEvents);
  });
  return end === -1 ? [...waiting] : waiting.slice(0, end);
}

function lengthOf(write: EventWrite): number {
  return "over" in write ? 0 : write.text.length;
}

function keepIn(store: EventStore, write: EventWrite): Promise<void> {
  return "over" in write ? store.forget(write.over) : store.append(write);
}
