import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openSqliteEvents, type SqliteEvents, type SqliteEventsOptions } from "../../src/events/sqlite-events.ts";
import { createMemoryEvents, type EventStore } from "../../src/runtime/event-store.ts";
import { loadSqlite } from "../../src/sqlite/load-sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "pegboard-events-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const opened: SqliteEvents[] = [];
afterEach(async () => {
  for (const events of opened.splice(0)) await events.close();
});

let files = 0;
const newFile = () => join(folder, `events-${files++}.db`);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function open(options: Partial<SqliteEventsOptions> = {}): SqliteEvents {
  const events = openSqliteEvents({ path: newFile(), clock: Date.now, log: silent, ...options });
  opened.push(events);
  return events;
}

const append = (events: EventStore, stream: string, number: number, text = `${stream}${number}`, more = {}) =>
  events.append({ stream, session: "s", number, text, isLast: false, ...more });
const restOf = (events: EventStore, stream: string, number: number, session = "s") =>
  events.after({ stream, session, number });
const numbers = async (events: EventStore, stream: string, number: number) =>
  (await restOf(events, stream, number))?.events.map((event) => event.number);

describe.each([
  ["in memory", () => createMemoryEvents({ maxEvents: 4, maxCharacters: 100 })],
  ["in a file", () => open({ maxEvents: 4, maxBytes: 100 })],
])("a store of events %s", (_where, make) => {
  test("gives what follows an event, in order, and whether that is all", async () => {
    const events = make();
    for (const number of [0, 1, 2]) await append(events, "a", number);
    expect(await restOf(events, "a", 0)).toEqual({
      events: [
        { number: 1, text: "a1" },
        { number: 2, text: "a2" },
      ],
      isComplete: false,
    });
    await append(events, "a", 3, "a3", { isLast: true });
    expect(await restOf(events, "a", 2)).toEqual({ events: [{ number: 3, text: "a3" }], isComplete: true });
    expect(await restOf(events, "a", 3)).toEqual({ events: [], isComplete: true });
  });

  test("gives nothing of an unknown stream, of another session, and where a part is gone", async () => {
    const events = make();
    for (let number = 0; number < 7; number++) await append(events, "a", number);
    expect(await restOf(events, "b", 0)).toBeUndefined();
    expect(await restOf(events, "a", 5, "t")).toBeUndefined();
    expect(await restOf(events, "a", 1)).toBeUndefined();
    expect(await numbers(events, "a", 2)).toEqual([3, 4, 5, 6]);
  });

  test("removes the oldest stream where there is too much, and a session that is over", async () => {
    const events = make();
    const long = "x".repeat(45);
    await append(events, "a", 0, long);
    await append(events, "b", 0, long, { session: "t" });
    expect(await restOf(events, "a", -1)).toBeDefined();
    await append(events, "c", 0, long);
    expect(await restOf(events, "a", -1)).toBeUndefined();
    expect(await restOf(events, "b", -1, "t")).toBeDefined();
    await events.forget("s");
    expect(await restOf(events, "c", -1)).toBeUndefined();
    expect(await restOf(events, "b", -1, "t")).toBeDefined();
    // What was removed is not counted any more.
    await append(events, "d", 0, long);
    expect(await restOf(events, "b", -1, "t")).toBeDefined();
  });
});

describe("a file of events", () => {
  test("is read on by the next process, and holds nothing of a session that is over", async () => {
    const path = join(folder, "state", "sessions", "notes.db");
    const first = open({ path });
    await append(first, "a", 0);
    await append(first, "a", 1, "the secret result", { isLast: true });
    await append(first, "b", 0, "of another", { session: "t" });
    await first.close();
    const next = open({ path });
    expect(await restOf(next, "a", 0)).toEqual({
      events: [{ number: 1, text: "the secret result" }],
      isComplete: true,
    });
    await next.forget("s");
    await next.close();
    const bytes = readFileSync(path, "latin1");
    expect([bytes.includes("the secret result"), bytes.includes("of another")]).toEqual([false, true]);
  });

  test("holds no event that is too old", async () => {
    let now = 1_000_000;
    const path = newFile();
    const options = { path, clock: () => now, maxAgeMs: 60_000 };
    const first = open(options);
    await append(first, "a", 0);
    await restOf(first, "a", 0);
    now += 50_000;
    await append(first, "a", 1);
    await first.close();
    now += 20_000;
    const next = open(options);
    expect(await numbers(next, "a", 0)).toEqual([1]);
    expect(await restOf(next, "a", -1)).toBeUndefined();
    await next.close();
    now += 60_000;
    expect(await restOf(open(options), "a", 0)).toBeUndefined();
  });

  test("is not made before there is an event", async () => {
    const path = newFile();
    await open({ path }).close();
    expect(existsSync(path)).toBe(false);
  });

  test("takes the events of several processes, also while one has the lock for a moment", async () => {
    const path = newFile();
    const [one, two] = [open({ path }), open({ path })];
    await append(one, "a", 0);
    await restOf(one, "a", -1);
    const other = (await loadSqlite()).open(path);
    other.exec("BEGIN IMMEDIATE");
    const writes = [1, 2, 3].flatMap((number) => [append(one, "a", number), append(two, "b", number)]);
    setTimeout(() => {
      other.exec("COMMIT");
      other.close();
    }, 100);
    await Promise.all(writes);
    expect(await numbers(one, "a", 0)).toEqual([1, 2, 3]);
    expect(await numbers(two, "b", 0)).toEqual([1, 2, 3]);
    expect(await numbers(two, "a", 0)).toEqual([1, 2, 3]);
  });
});

describe("a file that can't be used", () => {
  const logged: (readonly [string, unknown])[] = [];
  const log = { ...silent, warn: (event: string, fields?: object) => void logged.push([event, fields]) };
  afterEach(() => logged.splice(0));

  test.each([
    [
      "is not a database",
      (path: string) => writeFileSync(path, "a text, and not a short one; ".repeat(200)),
      "not a database",
    ],
    ["is a folder", (path: string) => void mkdirSync(path), "EISDIR"],
    ["belongs to another program", "CREATE TABLE notes (title TEXT)", "it belongs to another program"],
    [
      "is of another version",
      "PRAGMA application_id = 1885693797; PRAGMA user_version = 9; CREATE TABLE event (x)",
      "another version",
    ],
  ])(
    "because it %s, is left alone: events are kept in memory, and the log says so once",
    async (_why, make, reason) => {
      const path = newFile();
      if (typeof make === "string") {
        const database = (await loadSqlite()).open(path, { create: true });
        database.exec(make);
        database.close();
      } else make(path);
      const before = statSync(path).isFile() ? readFileSync(path) : undefined;
      const events = open({ path, log });
      for (const number of [0, 1, 2]) await append(events, "a", number);
      expect(await numbers(events, "a", 0)).toEqual([1, 2]);
      expect(logged).toEqual([
        ["events of sessions are kept in memory", { file: path, error: expect.stringContaining(reason) }],
      ]);
      if (before !== undefined && typeof make !== "string") expect(readFileSync(path).equals(before)).toBe(true);
    },
  );

  test("any more, leaves what is sent from then on in memory", async () => {
    const path = newFile();
    const events = open({ path, log });
    await append(events, "a", 0);
    await append(events, "a", 1, "a1", { isLast: true });
    expect(await numbers(events, "a", 0)).toEqual([1]);
    const other = (await loadSqlite()).open(path);
    other.exec("DROP TABLE total");
    other.close();
    for (const number of [0, 1, 2]) await append(events, "b", number);
    expect(await numbers(events, "b", 0)).toEqual([1, 2]);
    // What was written before is still read.
    expect(await numbers(events, "a", 0)).toEqual([1]);
    expect(logged.map(([event]) => event)).toEqual(["events of sessions are kept in memory"]);
  });
});

test("a flood of events is written a part in each turn of the event loop, and nothing of it is lost", async () => {
  const events = open();
  await append(events, "a", 0);
  await restOf(events, "a", 0);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  // More than waits before those who send have to.
  const text = "x".repeat(100_000);
  const appended = Array.from({ length: 200 }, (_, index) => append(events, "a", index + 1, text));
  const rest = await numbers(events, "a", 0);
  isOver = true;
  await Promise.all(appended);
  expect(rest).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  expect(turns).toBeGreaterThan(100);
});
