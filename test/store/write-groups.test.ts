import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { HostUnavailable } from "../../src/runtime/errors.ts";
import { loadSqlite } from "../../src/sqlite/load-sqlite.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { lawCases } from "../law-cases.ts";
import { memory } from "./contract.ts";
import { emptyDatabase } from "./empty-database.ts";

const sqlite = await loadSqlite();

// Writes that wait together are one transaction on the disk, and behave as if each were one of its own.

async function opened(): Promise<{ readonly path: string; readonly store: Store }> {
  const path = await emptyDatabase();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  return { path, store };
}

const insert = (store: Store, id: string, signal?: AbortSignal) =>
  store.write(({ memories }) => memories.insert(memory({ id, title: id })), signal === undefined ? {} : { signal });

const ids = async (store: Store) => (await store.read((rows) => rows.memories.recent(0, 1_000))).map(({ id }) => id);

test("writes that wait together wait for the disk together", async () => {
  const { path, store } = await opened();
  const other = sqlite.open(path, { readonly: true });
  onTestFinished(() => void other.close());
  const commits = () => other.pragma("data_version", { simple: true });
  const seen = new Set([commits()]);
  await insert(store, "first");
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => insert(store, `m${index}`).then(() => seen.add(commits()))),
  );
  expect(await ids(store)).toHaveLength(31);
  expect(seen.size).toBeLessThan(15);
});

const step = fc.constantFrom("insert", "throw", "taken name", "abort before", "abort during", "abort never");

test("any mix of writes that succeed, fail and are cancelled leaves what one after the other would leave", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { store } = await opened();
      await insert(store, "taken");
      const outcomes = await Promise.all(
        steps.map(async (kind, index): Promise<string> => {
          const id = kind === "taken name" ? "taken" : `m${index}`;
          const controller = new AbortController();
          if (kind === "abort before") controller.abort(new Error("before"));
          const work = store.write(
            async ({ memories, activity }) => {
              await memories.insert(memory({ id: kind === "taken name" ? `t${index}` : id, title: id }));
              if (kind === "throw") throw new Error("thrown");
              if (kind === "abort during") controller.abort(new Error("during"));
              await activity.latest(1);
            },
            kind.startsWith("abort") ? { signal: controller.signal } : {},
          );
          return work.then(
            () => "done",
            (error: Error) => error.message,
          );
        }),
      );
      const expected = { throw: "thrown", "abort before": "before", "abort during": "during" } as const;
      for (const [index, kind] of steps.entries()) {
        if (kind === "taken name") expect(outcomes[index]).toContain("UNIQUE");
        else expect(outcomes[index]).toBe(kind in expected ? expected[kind as keyof typeof expected] : "done");
      }
      const kept = steps.flatMap((kind, index) => (kind === "insert" || kind === "abort never" ? [`m${index}`] : []));
      expect((await ids(store)).sort()).toEqual(["taken", ...kept].sort());
    }),
    { numRuns: lawCases(30) },
  );
}, 60_000);

test("a full disk undoes what it interrupts, says so, and loses nothing that was acknowledged", async () => {
  const path = await emptyDatabase();
  const database = sqlite.open(path);
  const store = sqliteStore(database, path, 1_000);
  onTestFinished(() => store.close());
  const pages = Number(database.pragma("page_count", { simple: true }));
  // The limit of SQLite itself: it answers as a full disk does.
  database.pragma(`max_page_count = ${pages + 20}`);
  const long = "a text that takes room ".repeat(100);
  const write = (id: string) =>
    store.write(({ memories }) => memories.insert(memory({ id, title: id, content: long })));
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const id = `m${index}`;
      return write(id).then(
        () => ({ id, error: undefined }),
        (error: unknown) => ({ id, error }),
      );
    }),
  );
  const refused = outcomes.filter(({ error }) => error !== undefined);
  expect(refused.length).toBeGreaterThan(0);
  for (const { error } of refused) {
    expect(error).toBeInstanceOf(HostUnavailable);
    expect(String(error)).toContain("is on a full disk");
  }
  const done = outcomes.filter(({ error }) => error === undefined).map(({ id }) => id);
  expect((await ids(store)).sort()).toEqual(done.sort());
  database.pragma("max_page_count = 1000000");
  await write("after");
  expect((await ids(store)).sort()).toEqual(["after", ...done].sort());
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("where the database itself undoes a transaction, every write in it says why, and the next one works", async () => {
  const path = await emptyDatabase();
  const database = sqlite.open(path);
  const store = sqliteStore(database, path, 1_000);
  onTestFinished(() => store.close());
  // As some errors of the disk do.
  database.exec(
    "CREATE TEMP TRIGGER undo BEFORE INSERT ON memories WHEN new.title = 'undo' BEGIN SELECT RAISE(ROLLBACK, 'undone'); END",
  );
  const names = ["a", "b", "undo", "c", "d"];
  const outcomes = await Promise.all(
    names.map((id) =>
      insert(store, id).then(
        () => "done",
        (error: Error) => error.message,
      ),
    ),
  );
  // The first one began when nothing waited; those that were in line with the third share its end.
  expect(outcomes.filter((outcome) => outcome !== "done" && outcome !== "undone")).toEqual([]);
  expect(outcomes[names.indexOf("undo")]).toBe("undone");
  const done = names.filter((_, index) => outcomes[index] === "done");
  expect((await ids(store)).sort()).toEqual(done.sort());
  await insert(store, "after");
  expect((await ids(store)).sort()).toEqual(["after", ...done].sort());
});
