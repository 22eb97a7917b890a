import { copyFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadSqlite } from "../../src/sqlite/load-sqlite.ts";
import { openStore } from "../../src/store/open-store.ts";
import { memory } from "./contract.ts";
import { emptyDatabase } from "./empty-database.ts";

const sqlite = await loadSqlite();

// The write-ahead log goes into the database every few writes, and no commit waits for it.

/** What is in the database without its log. */
function written(path: string): number {
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  const database = sqlite.open(copy);
  try {
    return Number(database.prepare("SELECT count(*) FROM memories").pluck().get());
  } finally {
    database.close();
  }
}

test("the log goes into the database after every fourth write, whose answer does not wait for it", async () => {
  const path = await emptyDatabase();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  const insert = (id: string) => store.write(({ memories }) => memories.insert(memory({ id, title: id })));
  for (let number = 1; number <= 3; number++) await insert(`m${number}`);
  expect(written(path)).toBe(0);
  await insert("m4");
  expect(written(path)).toBe(0);
  await vi.waitFor(() => expect(written(path)).toBe(4));
  await Promise.all(Array.from({ length: 8 }, (_, index) => insert(`n${index}`)));
  await vi.waitFor(() => expect(written(path)).toBe(12));
});

test("a reader that keeps the log from being moved stops no write", async () => {
  const path = await emptyDatabase();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  const insert = (id: string) => store.write(({ memories }) => memories.insert(memory({ id, title: id })));
  const reader = sqlite.open(path, { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec("BEGIN");
  expect(reader.prepare("SELECT count(*) FROM memories").pluck().get()).toBe(0);
  for (let number = 1; number <= 20; number++) await insert(`m${number}`);
  expect(await store.read(({ memories }) => memories.recent(0, 100))).toHaveLength(20);
  expect(written(path)).toBeLessThan(20);
  reader.exec("COMMIT");
  for (let number = 21; number <= 24; number++) await insert(`m${number}`);
  await vi.waitFor(() => expect(written(path)).toBe(24));
});

test("the text indexes have small pages, in a new database", async () => {
  const path = await emptyDatabase();
  await (await openStore(path)).close();
  const database = sqlite.open(path, { readonly: true });
  onTestFinished(() => void database.close());
  const indexes = database
    .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5 (%'")
    .pluck()
    .all();
  const sizes = indexes.map((name) =>
    database
      .prepare(`SELECT v FROM ${String(name)}_config WHERE k = 'pgsz'`)
      .pluck()
      .get(),
  );
  expect(indexes).toHaveLength(6);
  expect(new Set(sizes)).toEqual(new Set([1_000]));
});
