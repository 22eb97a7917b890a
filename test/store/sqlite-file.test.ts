import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { HostUnavailable } from "../../src/runtime/errors.ts";
import { type Database, SqliteError } from "../../src/sqlite/database.ts";
import { loadSqlite } from "../../src/sqlite/load-sqlite.ts";
import { openStore } from "../../src/store/open-store.ts";
import { marksOf, migrate } from "../../src/store/sqlite/migrate.ts";
import { applicationId, currentVersion } from "../../src/store/sqlite/migrations.ts";
import { readOnlyStore } from "../../src/store/sqlite/read-only-store.ts";
import { toHostUnavailable } from "../../src/store/sqlite/unavailable.ts";
import type { Store } from "../../src/store/store.ts";
import { asked, memory } from "./contract.ts";
import { databaseOfVersion, putMemory } from "./older-database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const sqlite = await loadSqlite();

describe("a database that can't be used is refused in one sentence and left as it is", () => {
  test("a file that is not a database", async () => {
    const path = join(await temporaryFolder(), "notes.txt");
    await writeFile(path, "these are my notes, not a database\n".repeat(100));
    await expectRefused(path, "is not a database; set PEGBOARD_DB to another file");
  });

  test("a folder", async () => {
    const path = await temporaryFolder();
    await expectThrown(openStore(path), path, "is a folder; set PEGBOARD_DB to a file in it");
  });

  test("a path that leads through a file", async () => {
    const file = join(await temporaryFolder(), "file");
    await writeFile(file, "x");
    const path = join(file, "workbench.db");
    await expect(openStore(path)).rejects.toThrow("the database can't be");
  });

  test("a database of a newer version", async () => {
    const path = await made((database) => {
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${currentVersion + 1}`);
    });
    await expectRefused(
      path,
      `has version ${currentVersion + 1}, newer than this pegboard supports (${currentVersion}); update pegboard`,
    );
  });

  test("a database of another program", async () => {
    const path = await made((database) => database.exec("CREATE TABLE bookmarks (url TEXT)"));
    await expectRefused(path, "belongs to another program; set PEGBOARD_DB to another file");
  });

  test("a newer database with a write-ahead log", async () => {
    const path = join(await temporaryFolder(), "workbench.db");
    await (await openStore(path)).close();
    const database = sqlite.open(path);
    database.pragma(`user_version = ${currentVersion + 7}`);
    database.close();
    await expectRefused(
      path,
      `has version ${currentVersion + 7}, newer than this pegboard supports (${currentVersion}); update pegboard`,
    );
  });

  test("a database of another program with a write-ahead log", async () => {
    const path = await made((database) => {
      database.pragma("journal_mode = WAL");
      database.exec("CREATE TABLE bookmarks (url TEXT)");
    });
    await expectRefused(path, "belongs to another program; set PEGBOARD_DB to another file");
  });

  test("a damaged database", async () => {
    const path = join(await temporaryFolder(), "workbench.db");
    await (await openStore(path)).close();
    const bytes = await readFile(path);
    bytes.fill(0xff, 100, 4096);
    await writeFile(path, bytes);
    await expectThrown(openStore(path), path, "is damaged; restore it from a copy");
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  test("a database that another process keeps locked", async () => {
    const path = await made((database) => database.pragma("user_version = 0"));
    const holder = sqlite.open(path);
    onTestFinished(() => {
      holder.close();
    });
    holder.exec("BEGIN EXCLUSIVE");
    const problem = "is locked by another process; nothing was changed, so wait a moment and call again";
    await expectThrown(openStore(path, { busyTimeoutMs: 60 }), path, problem, "later");
  });
});

test("a write that meets a lock for too long is refused, and works when the lock has gone", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const store = await openStore(path, { busyTimeoutMs: 60 });
  onTestFinished(() => store.close());
  const holder = sqlite.open(path);
  holder.exec("BEGIN IMMEDIATE");
  const failing = store.write((rows) => rows.sessions.removeExpired(0));
  await expect(failing).rejects.toThrow("is locked by another process");
  holder.exec("COMMIT");
  holder.close();
  await store.write((rows) => rows.sessions.removeExpired(0));
});

describe("while another process holds the lock", () => {
  const patienceMs = 400;

  /** How long something took, and how often the event loop went round meanwhile. */
  async function watched(work: Promise<unknown>): Promise<{ elapsedMs: number; rounds: number; error: unknown }> {
    let rounds = 0;
    const ticking = setInterval(() => rounds++, 10);
    const start = performance.now();
    const error = await work.then(
      () => undefined,
      (refusal: unknown) => refusal,
    );
    clearInterval(ticking);
    return { elapsedMs: performance.now() - start, rounds, error };
  }

  function hold(path: string, begin: "BEGIN IMMEDIATE" | "BEGIN EXCLUSIVE"): { release(): void } {
    const holder = sqlite.open(path);
    holder.exec(begin);
    const release = () => void holder.close();
    onTestFinished(release);
    return { release };
  }

  async function opened() {
    const path = join(await temporaryFolder(), "workbench.db");
    const store = await openStore(path, { busyTimeoutMs: patienceMs });
    onTestFinished(() => store.close());
    return { path, store };
  }

  test("opening an empty file gives up in time and leaves the event loop free", async () => {
    const path = join(await temporaryFolder(), "workbench.db");
    await writeFile(path, "");
    hold(path, "BEGIN EXCLUSIVE");
    const { elapsedMs, rounds, error } = await watched(openStore(path, { busyTimeoutMs: patienceMs }));
    expect(String(error)).toContain("is locked by another process");
    expect(elapsedMs).toBeGreaterThanOrEqual(patienceMs - 10);
    expect(elapsedMs).toBeLessThan(3 * patienceMs);
    expect(rounds).toBeGreaterThan(10);
  });

  test("opening ends at once when the store is not wanted any more", async () => {
    const path = join(await temporaryFolder(), "workbench.db");
    await writeFile(path, "");
    hold(path, "BEGIN EXCLUSIVE");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    const { elapsedMs, error } = await watched(openStore(path, { busyTimeoutMs: 60_000, closing: controller.signal }));
    expect(String(error)).toContain("is locked by another process");
    expect(elapsedMs).toBeLessThan(5_000);
  });

  test("a write waits, reads go on, and the event loop stays free", async () => {
    const { path, store } = await opened();
    const holder = hold(path, "BEGIN IMMEDIATE");
    const writing = watched(store.write((rows) => rows.sessions.removeExpired(0)));
    const reading = await watched(store.read((rows) => rows.memories.count(0)));
    expect([reading.error, reading.elapsedMs < patienceMs / 2]).toEqual([undefined, true]);
    setTimeout(() => holder.release(), 150);
    const { error, elapsedMs, rounds } = await writing;
    expect(error).toBe(undefined);
    expect(elapsedMs).toBeGreaterThanOrEqual(100);
    expect(rounds).toBeGreaterThan(3);
  });

  test("several writes give up together, not one after another", async () => {
    const { path, store } = await opened();
    hold(path, "BEGIN IMMEDIATE");
    const write = () => store.write((rows) => rows.sessions.removeExpired(0));
    const { elapsedMs, error } = await watched(
      Promise.all([write(), write(), write(), write()].map((each) => each.catch(String))),
    );
    expect(error).toBe(undefined);
    expect(elapsedMs).toBeLessThan(2 * patienceMs);
  });

  test("a read waits for a lock that excludes readers too", async () => {
    const { path, store } = await opened();
    await store.close();
    const holder = sqlite.open(path);
    holder.pragma("locking_mode = EXCLUSIVE");
    holder.exec("BEGIN EXCLUSIVE");
    onTestFinished(() => void holder.close());
    const opening = watched(openStore(path, { busyTimeoutMs: 10_000 }).then((again) => again.close()));
    setTimeout(() => holder.close(), 100);
    const { error, rounds } = await opening;
    expect(error).toBe(undefined);
    expect(rounds).toBeGreaterThan(2);
  });

  test("a cancelled write stops waiting at once with the signal's reason", async () => {
    const { path, store } = await opened();
    hold(path, "BEGIN IMMEDIATE");
    const reason = new Error("the caller left");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 30);
    const write = store.write((rows) => rows.sessions.removeExpired(0), { signal: controller.signal });
    const { elapsedMs, error } = await watched(write);
    expect(error).toBe(reason);
    expect(elapsedMs).toBeLessThan(patienceMs);
  });

  test("closing refuses what still waits", async () => {
    const path = join(await temporaryFolder(), "workbench.db");
    const store = await openStore(path, { busyTimeoutMs: 60_000 });
    hold(path, "BEGIN IMMEDIATE");
    const writing = watched(store.write((rows) => rows.sessions.removeExpired(0)));
    const closing = await watched(store.close());
    expect(closing.elapsedMs).toBeLessThan(5_000);
    expect(String((await writing).error)).toContain("is locked by another process");
  });
});

describe("a database that may only be read", () => {
  async function filled(): Promise<string> {
    const path = join(await temporaryFolder(), "workbench.db");
    const store = await openStore(path);
    await store.write((rows) => rows.memories.insert(memory({ id: "m1", content: "apples" })));
    await store.close();
    return path;
  }
  const count = (store: Store) => store.read((rows) => rows.memories.count(0));

  test("is read without leaving anything beside it, and refuses writes in one sentence", async () => {
    const path = await filled();
    const before = await readFile(path);
    const store = readOnlyStore(sqlite, path, { patienceMs: 100 });
    expect(await count(store)).toBe(1);
    const question = {
      wanted: asked("apples"),
      spans: [],
      now: 0,
      limit: 5,
      enough: 5,
      filter: { includeArchived: false },
    };
    expect((await store.read((rows) => rows.memories.search(question))).map((hit) => hit.id)).toEqual(["m1"]);
    const write = store.write((rows) => rows.sessions.removeExpired(0));
    await expectThrown(write, path, "is read-only; make the file and its folder writable");
    await store.close();
    expect(await readdir(dirname(path))).toEqual([basename(path)]);
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  test("shows what others write meanwhile, in the file or still in the log", async () => {
    const path = await filled();
    const store = readOnlyStore(sqlite, path, { patienceMs: 100 });
    expect(await count(store)).toBe(1);
    const writer = await openStore(path);
    await writer.write((rows) => rows.memories.insert(memory({ id: "m2", title: "another" })));
    expect(await count(store)).toBe(2);
    await writer.close();
    expect(await count(store)).toBe(2);
  });

  test("is refused when it would have to be brought up to date first", async () => {
    const path = await made((database) => {
      database.pragma(`application_id = ${applicationId}`);
    });
    await expect(count(readOnlyStore(sqlite, path, { patienceMs: 100 }))).rejects.toThrow("is read-only");
  });
});

test.each([
  ["SQLITE_BUSY_SNAPSHOT", "is locked by another process", "later"],
  ["SQLITE_READONLY_DIRECTORY", "is read-only", "never"],
  ["SQLITE_FULL", "is on a full disk", "later"],
  ["SQLITE_NOMEM", "has too little memory", "later"],
  ["SQLITE_PROTOCOL", "could not be locked", "later"],
  ["SQLITE_IOERR_WRITE", "can't be read or written", "later"],
  ["SQLITE_CANTOPEN_ISDIR", "can't be opened", "never"],
])("%s is not an internal error, reported in a sentence of its own", (code, says, retry) => {
  const reported = toHostUnavailable(new SqliteError("internal words", code), "/data/x.db");
  expect(reported).toBeInstanceOf(HostUnavailable);
  expect(reported).toMatchObject({ message: expect.stringContaining(says), retry });
  expect(String(reported)).not.toMatch(/internal words|x\.db/);
  expect(reported).toMatchObject({ operatorMessage: expect.stringContaining("'/data/x.db'") });
});

test("a broken constraint is an internal error and passes unchanged", () => {
  const error = new SqliteError("UNIQUE constraint failed", "SQLITE_CONSTRAINT_UNIQUE");
  expect(toHostUnavailable(error, "/data/x.db")).toBe(error);
});

test("the file and the folders that are made belong to the user alone", async () => {
  const folder = await temporaryFolder();
  const path = join(folder, "a", "b", "workbench.db");
  const store = await openStore(path);
  await store.write((rows) => rows.sessions.removeExpired(0));
  const modes = await Promise.all(
    [join(folder, "a"), join(folder, "a", "b"), path, `${path}-wal`].map(
      async (each) => (await stat(each)).mode & 0o777,
    ),
  );
  await store.close();
  expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
});

test("a database is made with write-ahead log, our mark and the current version", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  await (await openStore(path)).close();
  const database = sqlite.open(path, { readonly: true });
  const facts = ["journal_mode", "application_id", "user_version", "integrity_check"].map((pragma) =>
    database.pragma(pragma, { simple: true }),
  );
  database.close();
  expect(facts).toEqual(["wal", applicationId, currentVersion, "ok"]);
});

test("ten openings of a new file at once all succeed", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const stores = await Promise.all(Array.from({ length: 10 }, () => openStore(path)));
  const counts = await Promise.all(stores.map((store) => store.read((rows) => rows.memories.count(0))));
  await Promise.all(stores.map((store) => store.close()));
  expect(counts).toEqual(Array.from({ length: 10 }, () => 0));
});

test("marks that are read while another process makes the tables are those of one moment", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const maker = sqlite.open(path, { create: true });
  maker.pragma("journal_mode = WAL");
  const reader = sqlite.open(path, { readonly: true });
  onTestFinished(() => {
    reader.close();
    maker.close();
  });
  // The other process commits right after the first mark was read.
  let isMade = false;
  const watched: Database = {
    get inTransaction() {
      return reader.inTransaction;
    },
    prepare: reader.prepare.bind(reader),
    exec: (sql) => reader.exec(sql),
    pragma(text, options) {
      const found = reader.pragma(text, options);
      if (!isMade) migrate(maker, path);
      isMade = true;
      return found;
    },
    function: reader.function.bind(reader),
    backup: reader.backup.bind(reader),
    close: () => reader.close(),
  };
  expect(marksOf(watched)).toEqual({ applicationId: 0, version: 0, isEmpty: true });
  expect(marksOf(watched)).toEqual({ applicationId, version: currentVersion, isEmpty: false });
  expect(reader.inTransaction).toBe(false);
});

test("an empty file is taken as a new database", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  await writeFile(path, "");
  const store = await openStore(path);
  expect(await store.read((rows) => rows.memories.count(0))).toBe(0);
  await store.close();
});

/** A database file that something else made. */
async function made(make: (database: Database) => void): Promise<string> {
  const folder = join(await temporaryFolder(), "data");
  await mkdir(folder);
  const path = join(folder, "workbench.db");
  const database = sqlite.open(path, { create: true });
  make(database);
  database.close();
  return path;
}

/** The caller reads no path, the operator does. */
async function expectThrown(work: Promise<unknown>, path: string, problem: string, retry = "never"): Promise<void> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HostUnavailable);
  expect(error).toMatchObject({
    message: `the database ${problem}`,
    operatorMessage: `the database '${path}' ${problem}`,
    retry,
  });
}

async function expectRefused(path: string, problem: string): Promise<void> {
  const copy = `${path}.copy`;
  await copyFile(path, copy);
  await expectThrown(openStore(path), path, problem);
  expect((await readFile(path)).equals(await readFile(copy))).toBe(true);
  expect((await readdir(dirname(path))).toSorted()).toEqual([basename(path), basename(copy)]);
}

test("what a former version called private was found by everybody, and still is", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const database = databaseOfVersion(path, 5);
  putMemory(database, { id: "m1", scope: "private" });
  putMemory(database, { id: "m2", scope: "team" });
  database.close();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  const seen = await store.read((rows) => rows.memories.seenBy({ agent: "bob" }).byIds(["m1", "m2"]));
  expect(seen.map(({ id, scope }) => [id, scope])).toEqual([
    ["m1", "collective"],
    ["m2", "team"],
  ]);
});

describe("two processes that write in bursts", () => {
  async function pair(busyTimeoutMs: number) {
    const path = join(await temporaryFolder(), "workbench.db");
    // Two connections, as two processes have them.
    const stores = [await openStore(path, { busyTimeoutMs }), await openStore(path, { busyTimeoutMs })] as const;
    onTestFinished(async () => {
      for (const store of stores) await store.close();
    });
    return { path, stores };
  }

  /** A write that works for a while, as those of memories do. */
  const slowWrite = (store: Store, id: string) =>
    store.write(async ({ memories }) => {
      const end = performance.now() + 4;
      while (performance.now() < end) await memories.size();
      await memories.insert(memory({ id, title: id }));
    });

  test("are both served, though each has to wait longer than it waits for a stuck lock", async () => {
    const busyTimeoutMs = 700;
    const { stores } = await pair(busyTimeoutMs);
    const began = performance.now();
    const writes = stores.flatMap((store, which) =>
      Array.from({ length: 100 }, (_, index) => slowWrite(store, `m${which}-${index}`).then(() => performance.now())),
    );
    const ends = await Promise.all(writes);
    expect(Math.max(...ends) - began).toBeGreaterThan(busyTimeoutMs);
    expect(await stores[0].read((rows) => rows.memories.count(0))).toBe(200);
  });

  test("neither waits for the last write of the other", async () => {
    const { stores } = await pair(5_000);
    const order: number[] = [];
    await Promise.all(
      stores.flatMap((store, which) =>
        Array.from({ length: 60 }, (_, index) => slowWrite(store, `n${which}-${index}`).then(() => order.push(which))),
      ),
    );
    const turns = order.filter((which, index) => which !== order[index - 1]).length;
    expect(turns).toBeGreaterThan(2);
  });
});
