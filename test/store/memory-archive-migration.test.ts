import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/sqlite/database.ts";
import { openStore } from "../../src/store/open-store.ts";
import { asked } from "./contract.ts";
import { databaseOfVersion, putMemory } from "./older-database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

// A database of version 2, in which memories ended after seven days and merges kept copies that nothing names.

function put(database: Database, id: string, over: Omit<Parameters<typeof putMemory>[1], "id">) {
  putMemory(database, { id, ...over });
  database.prepare("INSERT INTO memory_tags SELECT row, 0, 'Intag', 'intag' FROM memories WHERE id = ?").run(id);
}

async function migrated(fill: (database: Database) => void) {
  const path = join(await temporaryFolder(), "workbench.db");
  const database = databaseOfVersion(path, 2);
  fill(database);
  database.close();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  return { path, store };
}

test("nothing is lost, and what was archived says why and of what it is a version", async () => {
  const { store } = await migrated((database) => {
    put(database, "ended", { title: "Ports", expiresAt: 5, archivedAt: 6 });
    put(database, "copy-of-ended", { title: "Ports", archivedAt: 4 });
    put(database, "live", { title: "Ports", expiresAt: 50 });
    put(database, "copy-of-live", { title: "Ports", archivedAt: 8 });
    put(database, "over", { expiresAt: 9 });
    put(database, "kept", {});
    database.exec(
      `INSERT INTO activity (at, event, subject, agent) VALUES (6, 'memory_archived', 'ended', 'pegboard')`,
    );
  });
  const ids = ["ended", "copy-of-ended", "live", "copy-of-live", "over", "kept"];
  const rows = await store.read(({ memories }) => memories.byIds(ids));
  expect(rows.map((row) => [row.id, row.tier, row.archiveReason, row.versionOf, row.version])).toEqual([
    ["ended", "mid", "expired", null, 1],
    ["copy-of-ended", "mid", "replaced", "ended", 1],
    ["live", "mid", null, null, 1],
    ["copy-of-live", "mid", "replaced", "live", 1],
    ["over", "mid", null, null, 1],
    ["kept", "mid", null, null, 1],
  ]);
  const list = await store.read(({ archive }) => archive.list({ now: 10, offset: 0, limit: 9 }));
  expect(list.map(({ memory, key: [endedAt] }) => [memory.id, endedAt])).toEqual([
    ["over", 9],
    ["copy-of-live", 8],
    ["ended", 6],
    ["copy-of-ended", 4],
  ]);
});

test("texts are found as before, in title, tags, content and metadata, and inside words", async () => {
  const { store } = await migrated((database) =>
    put(database, "m", { title: "About ports", content: "The Bridge listens" }),
  );
  const found = async (word: string) => {
    const search = { spans: [], now: 5, limit: 9, enough: 9, filter: { includeArchived: false } };
    const hits = await store.read(({ memories }) => memories.search({ ...search, wanted: asked(word) }));
    return hits.map(({ id }) => id);
  };
  for (const word of ["port", "intag", "listening", "inmetadata"]) expect(await found(word)).toEqual(["m"]);
  expect(await found("nowhere")).toEqual([]);
  expect(await store.read(({ memories }) => memories.list({ now: 5, term: "ridge LIS", limit: 9 }))).toHaveLength(1);
});

test("what the older program removed or replaced is out of the file", async () => {
  const { path, store } = await migrated((database) => {
    put(database, "m", { content: "zqSecretOne" });
    database.exec("UPDATE memories SET content = 'harmless'; PRAGMA wal_checkpoint(TRUNCATE)");
    for (let number = 0; number < 50; number++)
      put(database, `n${number}`, { content: `zqSecretTwo ${"x".repeat(900)}` });
    database.exec("DELETE FROM memories WHERE content LIKE 'zqSecretTwo%'");
  });
  await store.emptyLog();
  expect((await readFile(path, "latin1")).includes("zqSecret")).toBe(false);
});
