import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "../../src/sqlite/database.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { migrations } from "../../src/store/sqlite/migrations.ts";
import { openDatabase } from "../open-database.ts";
import { type ServedWorkbench, serveWorkbench } from "./served-workbench.ts";

// SQLite leaves words of a row in its text indexes where a text with many of them is replaced by another one at once. Then a removed row is
// found by them, and `project_create`, which orders by rank, said that the database is damaged.

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-indexes-"));
  path = join(folder, "workbench.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = (word: string) => `${word} ${"of the river at the bridge and the mill by the water ".repeat(150)}`;

it("long texts that were replaced and removed leave nothing in the text indexes", async () => {
  await served(async (workbench) => {
    await workbench.value("session_open", { agent: "tester" });
    const made = await workbench.value("project_create", { name: "The mill", description: text("first") });
    const { id: project } = made.project as { id: string };
    const task = await workbench.value("task_create", { project, title: "T", description: text("first") });
    const decision = await workbench.value("decision_create", { project, title: "D", description: text("first") });
    const pack = await workbench.value("pack_manage", {
      ...{ action: "create", name: "P", type: "custom", description: text("first") },
    });
    const memory = await workbench.value("memory_store", { title: "M", content: text("first"), force: true });
    const description = text("second");
    await workbench.value("task_manage", { action: "update", task: task.id ?? "", description });
    await workbench.value("decision_manage", { action: "update", decision: decision.id ?? "", description });
    await workbench.value("pack_manage", { action: "update", pack: pack.id ?? "", description });
    await workbench.value("memory_update", { id: memory.id ?? "", content: description });
    await workbench.value("project_manage", { action: "update", project, description });
    await workbench.value("memory_delete", { id: memory.id ?? "", confirm: true });
    await workbench.value("pack_delete", { pack: pack.id ?? "", confirm: true });
    await workbench.value("project_delete", { project, confirm: true });
    await workbench.value("project_create", { name: "The mills" });
    // It gets the number of the row that was removed last.
    await workbench.value("memory_store", { title: "M", content: text("third"), force: true });
  });
  inDatabase((database) => {
    expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
    const found = (table: string, words: string) =>
      database.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE ${table} MATCH ?`).pluck().get(words);
    expect(found("memories_fts", "first OR second")).toBe(0);
    expect(found("memories_fts", "third")).toBe(1);
    // Of runs of three characters.
    expect(found("memory_grams", "irs OR eco")).toBe(0);
    expect(found("memory_grams", "thi")).toBe(1);
  });
});

it("a database whose text indexes hold words of removed texts is repaired when it is opened", async () => {
  inDatabase((database) => {
    migrate(
      database,
      path,
      migrations.filter(({ version }) => version < 26),
    );
    const put = database.prepare(
      "INSERT OR REPLACE INTO project_grams (rowid, key, description) VALUES (1, 'mill', ?)",
    );
    put.run(text("first"));
    put.run(text("second"));
    database.exec("DELETE FROM project_grams");
    expect(database.pragma("integrity_check")).not.toEqual([{ integrity_check: "ok" }]);
  });
  await served(async (workbench) => {
    await workbench.value("session_open", { agent: "tester" });
    await workbench.value("project_create", { name: "The mill" });
  });
  inDatabase((database) => expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]));
});

function inDatabase(work: (database: Database) => void): void {
  const database = openDatabase(path);
  try {
    work(database);
  } finally {
    database.close();
  }
}

async function served(work: (workbench: ServedWorkbench) => Promise<void>): Promise<void> {
  const workbench = await serveWorkbench({ databasePath: path });
  try {
    await work(workbench);
  } finally {
    await workbench.close();
  }
}
