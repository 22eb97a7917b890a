import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { foldText } from "../../src/store/name-key.ts";
import { openStore } from "../../src/store/open-store.ts";
import { lawCases } from "../law-cases.ts";
import { databaseOfVersion } from "./older-database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const letters = fc.constantFrom(
  "a",
  "B",
  "b",
  "é",
  "É",
  "ß",
  "设",
  "😀",
  " ",
  "\n",
  '"',
  "'",
  "*",
  ":",
  "(",
  "-",
  "\u0000",
  "\u0001",
  "ﬁ",
);
const text = fc.oneof(fc.string({ unit: letters, maxLength: 12 }), fc.string({ unit: "binary", maxLength: 8 }));
const part = fc.oneof(
  fc.string({ unit: letters, minLength: 1, maxLength: 5 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }),
);

test("a part is found by index exactly where the folded text holds it, however short", {
  timeout: 60_000,
}, async () => {
  const store = await openStore(join(await temporaryFolder(), "workbench.db"));
  onTestFinished(() => store.close());
  let number = 0;
  await fc.assert(
    fc.asyncProperty(text, text, part, async (name, description, query) => {
      const id = `p${number++}`;
      const facts = { name, description };
      await store.write(({ projects }) =>
        projects.insert({ ...facts, id, slug: id, createdBy: "a", session: "s", createdAt: 0 }),
      );
      const found = await store.read(({ projects }) => projects.list({ query: query, limit: 10_000 }));
      const wanted = foldText(query);
      const all = await store.read(({ projects }) => projects.list({ limit: 10_000 }));
      const expected = all.filter((row) =>
        [row.name, row.description].some((field) => foldText(field).includes(wanted)),
      );
      expect(found.map((row) => row.id)).toEqual(expected.map((row) => row.id));
    }),
    { numRuns: lawCases(300) },
  );
});

test("opening a database of version 1 finds out who wrote its memories and lets their texts be found", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const database = databaseOfVersion(path, 1);
  database.exec(`
    INSERT INTO memories (id, namespace, title, content, tier, kind, scope, source, priority, confidence, agent_id, cited,
      metadata, created_at, updated_at)
      VALUES ('m1', 'global', 'Ports', 'The BRIDGE listens', 'long', 'claim', 'private', 'nhi', 5, 1, 'claude', 0, '{}', 1, 1),
        ('m2', 'global', 'Old', 'Unlogged', 'long', 'claim', 'private', 'nhi', 5, 1, 'claude', 0, '{}', 1, 1);
    INSERT INTO activity (at, event, subject, agent, session) VALUES (1, 'memory_created', 'm1', 'writer', 's1'),
      (2, 'memory_merged', 'm1', 'merger', 's2');
  `);
  database.close();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  const found = await store.read(({ memories }) => memories.list({ now: 5, term: "bridge", limit: 9 }));
  expect(found.map(({ memory }) => [memory.id, memory.writtenBy, memory.session, memory.taskId])).toEqual([
    ["m1", "writer", "s1", null],
  ]);
  const all = await store.read(({ memories }) => memories.list({ now: 5, term: "o", limit: 9 }));
  expect(all.map(({ memory }) => [memory.id, memory.writtenBy])).toEqual([
    ["m2", null],
    ["m1", "writer"],
  ]);
});
