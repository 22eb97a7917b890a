import { describe, expect, it } from "vitest";
import catalog from "../../generated/.cache/catalog.json" with { type: "json" };
import type { Json, JsonObject } from "../../src/contract/json.ts";
import type { Database } from "../../src/sqlite/database.ts";
import { openDatabase } from "../open-database.ts";
import { fill } from "../process/served-workbench.ts";
import { openWorkbench } from "./open-workbench.ts";

// Each writing tool, by its examples: what it changes it records, in the same transaction. Where the line of the log can't be written
// nothing changes.

interface Example {
  readonly title: string;
  readonly given: readonly {
    readonly call: string;
    readonly with: JsonObject;
    readonly keep: Record<string, string>;
  }[];
  readonly arguments: JsonObject;
  readonly error?: string;
}

const cases = (
  catalog.tools as unknown as readonly {
    name: string;
    effects: { read_only?: boolean; readOnly?: boolean };
    examples: readonly Example[];
  }[]
)
  .filter(({ effects }) => (effects.readOnly ?? effects.read_only) === false)
  .flatMap(({ name, examples }) =>
    examples.filter(({ error }) => error === undefined).map((example) => ({ name, title: example.title, example })),
  );

it("covers the writing tools", () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBeGreaterThan(15);
});

describe.each(cases)("$name: $title", ({ name, example }) => {
  it("records its change or changes nothing", async () => {
    const bench = await openWorkbench();
    const kept = new Map<string, Json>();
    for (const step of example.given) {
      const content = await bench.value(step.call, fill(step.with, kept) as JsonObject);
      for (const [key, path] of Object.entries(step.keep)) kept.set(key, valueAt(content, path));
    }
    const arguments_ = fill(example.arguments, kept) as JsonObject;
    // The store is opened by the first call that needs it.
    await bench.value("project_list", {});
    const database = openDatabase(bench.databasePath);
    try {
      database.exec("CREATE TRIGGER refuse BEFORE INSERT ON activity BEGIN SELECT RAISE(ABORT, 'refused'); END");
      const before = contentsOf(database);
      const refused = await bench.result(name, arguments_).catch(() => ({ isError: true }));
      expect(contentsOf(database)).toEqual(before);
      database.exec("DROP TRIGGER refuse");
      const lines = countLines(database);
      await bench.value(name, arguments_);
      const isChanged = JSON.stringify(contentsOf(database)) !== JSON.stringify(before);
      expect(countLines(database) > lines).toBe(isChanged);
      if (isChanged) expect(refused.isError).toBe(true);
    } finally {
      database.close();
    }
  });
});

/** Without the log, and without what reading leaves behind. */
function contentsOf(database: Database): Record<string, readonly unknown[]> {
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%' ORDER BY name")
    .pluck()
    .all()
    .filter((table) => !["activity", "recalls"].includes(table));
  // Each call puts off the end of its session.
  const columns = (table: string) => (table === "sessions" ? "id" : "*");
  return Object.fromEntries(
    tables.map((table) => [table, database.prepare(`SELECT ${columns(table)} FROM "${table}"`).all()]),
  );
}

function countLines(database: Database): number {
  return database.prepare<[], number>("SELECT count(*) FROM activity").pluck().get() ?? 0;
}

function valueAt(content: JsonObject, path: string): Json {
  let value: Json = content;
  for (const key of path.split(".")) value = (value as Record<string, Json>)[key] ?? null;
  return value;
}
