import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { HostUnavailable } from "../../src/runtime/errors.ts";
import { openStore } from "../../src/store/open-store.ts";
import { applicationId, currentVersion } from "../../src/store/sqlite/migrations.ts";
import { explained } from "../../src/store/sqlite/unavailable.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("a database that can't be used is refused in one sentence and left as it is", () => {
  test("a file that is no database", async () => {
    const path = join(await temporaryFolder(), "notes.txt");
    await writeFile(path, "these are my notes, not a database\n".repeat(100));
    await expectRefused(path, `'${path}' is not a database; set PEGBOARD_DB to another file`);
  });

  test("a folder", async () => {
    const path = await temporaryFolder();
    const refusal = openStore(path);
    await expect(refusal).rejects.toThrow(
      new HostUnavailable(`'${path}' is a folder, not a database; set PEGBOARD_DB to a file in it`, "never"),
    );
  });

  test("a path that leads through a file", async () => {
    const file = join(await temporaryFolder(), "file");
    await writeFile(file, "x");
    const path = join(file, "workbench.db");
    await expect(openStore(path)).rejects.toThrow(`the database '${path}' can't be`);
  });

  test("a database of a newer version", async () => {
    const path = await made((database) => {
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${currentVersion + 1}`);
    });
    await expectRefused(
      path,
      `the database '${path}' has version ${currentVersion + 1}, made by a newer pegboard, and this one knows versions up to ${currentVersion}; update pegboard`,
    );
  });

  test("a database of another program", async () => {
    const path = await made((database) => database.exec("CREATE TABLE bookmarks (url TEXT)"));
    await expectRefused(path, `'${path}' is a database of another program; set PEGBOARD_DB to another file`);
  });

  test("a newer database with a write-ahead log", async () => {
    const path = join(await temporaryFolder(), "workbench.db");
    await (await openStore(path)).close();
    const database = new Sqlite(path);
    database.pragma(`user_version = ${currentVersion + 7}`);
    database.close();
    await expectRefused(
      path,
      `the database '${path}' has version ${currentVersion + 7}, made by a newer pegboard, and this one knows versions up to ${currentVersion}; update pegboard`,
    );
  });

  test("a database of another program with a write-ahead log", async () => {
    const path = await made((database) => {
      database.pragma("journal_mode = WAL");
      database.exec("CREATE TABLE bookmarks (url TEXT)");
    });
    await expectRefused(path, `'${path}' is a database of another program; set PEGBOARD_DB to another file`);
  });

  test("a damaged database", async () => {
    const path = join(await temporaryFolder(), "workbench.db");
    await (await openStore(path)).close();
    const bytes = await readFile(path);
    bytes.fill(0xff, 100, 4096);
    await writeFile(path, bytes);
    await expect(openStore(path)).rejects.toThrow(
      new HostUnavailable(`the database '${path}' is damaged; restore it from a copy`, "never"),
    );
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  test("a database that another process keeps locked", async () => {
    const path = await made((database) => database.pragma("user_version = 0"));
    const holder = new Sqlite(path);
    onTestFinished(() => {
      holder.close();
    });
    holder.exec("BEGIN EXCLUSIVE");
    await expect(openStore(path, { busyTimeoutMs: 60 })).rejects.toThrow(
      new HostUnavailable(
        `the database '${path}' is locked by another process; end that process or try again later`,
        "later",
      ),
    );
  });
});

test("a write that meets a lock for too long is refused, and works when the lock has gone", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const store = await openStore(path, { busyTimeoutMs: 60 });
  onTestFinished(() => store.close());
  const holder = new Sqlite(path);
  holder.exec("BEGIN IMMEDIATE");
  const failing = store.write((rows) => rows.sessions.removeExpired(0));
  await expect(failing).rejects.toThrow("is locked by another process");
  holder.exec("COMMIT");
  holder.close();
  await store.write((rows) => rows.sessions.removeExpired(0));
});

test.each([
  ["SQLITE_BUSY_SNAPSHOT", "is locked by another process", "later"],
  ["SQLITE_READONLY_DIRECTORY", "is read-only", "never"],
  ["SQLITE_FULL", "is full", "later"],
  ["SQLITE_IOERR_WRITE", "can't be read or written", "later"],
  ["SQLITE_CANTOPEN_ISDIR", "can't be opened", "never"],
])("%s is the world's fault, told in a sentence without the library's words", (code, says, retry) => {
  const told = explained(new Sqlite.SqliteError("internal words", code), "/data/x.db");
  expect(told).toBeInstanceOf(HostUnavailable);
  expect(told).toMatchObject({ message: expect.stringContaining(says), retry });
  expect(String(told)).not.toContain("internal words");
});

test("a broken constraint is our fault and passes as it is", () => {
  const error = new Sqlite.SqliteError("UNIQUE constraint failed", "SQLITE_CONSTRAINT_UNIQUE");
  expect(explained(error, "/data/x.db")).toBe(error);
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
  const database = new Sqlite(path, { readonly: true });
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

test("an empty file is taken as a new database", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  await writeFile(path, "");
  const store = await openStore(path);
  expect(await store.read((rows) => rows.memories.count(0))).toBe(0);
  await store.close();
});

/** A database file that something else made. */
async function made(make: (database: Sqlite.Database) => void): Promise<string> {
  const folder = join(await temporaryFolder(), "data");
  await mkdir(folder);
  const path = join(folder, "workbench.db");
  const database = new Sqlite(path);
  make(database);
  database.close();
  return path;
}

async function expectRefused(path: string, sentence: string): Promise<void> {
  const copy = `${path}.copy`;
  await copyFile(path, copy);
  await expect(openStore(path)).rejects.toThrow(new HostUnavailable(sentence, "never"));
  expect((await readFile(path)).equals(await readFile(copy))).toBe(true);
  expect((await readdir(dirname(path))).toSorted()).toEqual([basename(path), basename(copy)]);
}
