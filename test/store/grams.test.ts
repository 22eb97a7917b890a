import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { foldText } from "../../src/store/name-key.ts";
import { openStore } from "../../src/store/open-store.ts";
import { lawCases } from "../law-cases.ts";
import { memory } from "./contract.ts";
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

// Of two letters: many texts hold all runs of another and not the text itself.
const alike = fc.string({ unit: fc.constantFrom("a", "b", "É"), maxLength: 10 });
const partAlike = fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 1, maxLength: 8 });

test("a part is found in memories exactly where title or content holds it, also after they were changed or removed", {
  timeout: 60_000,
}, async () => {
  const store = await openStore(join(await temporaryFolder(), "workbench.db"));
  onTestFinished(() => store.close());
  const texts = new Map<string, readonly [title: string, content: string]>();
  const change = fc.constantFrom("insert", "insert", "replace", "remove");
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.tuple(alike, alike, partAlike), fc.tuple(text, text, part)),
      change,
      async ([title, content, query], kind) => {
        const [known] = texts.keys();
        const id = kind === "insert" || known === undefined ? `m${number++}` : known;
        // One title in a place belongs to one memory.
        const titled = `${title} #${number}`;
        await store.write(async ({ memories, archive }) => {
          if (kind === "remove") {
            texts.delete(id);
            await archive.remove([id]);
            return;
          }
          const given = memory({ id, title: titled, content });
          if (texts.has(id)) await memories.replace(id, { ...given, version: 2, editSource: null });
          else await memories.insert(given);
          // Last, so that another one is changed next time.
          texts.delete(id);
          texts.set(id, [titled, content]);
        });
        const found = await store.read(({ memories }) => memories.list({ now: 5, term: query, limit: 10_000 }));
        const wanted = foldText(query);
        const expected = [...texts].filter(([, held]) => held.some((one) => foldText(one).includes(wanted)));
        expect(found.map((row) => row.memory.id).sort()).toEqual(expected.map(([known]) => known).sort());
      },
    ),
    { numRuns: lawCases(300) },
  );
});

test("of many memories that hold all runs of a text those are listed that hold the text, the newest first, in pages", async () => {
  const store = await openStore(join(await temporaryFolder(), "workbench.db"));
  onTestFinished(() => store.close());
  // More runs than are looked up, and more memories than one statement compares.
  const text = "the bridge over the wide river that leads to the mill";
  const alike = `${text.slice(20)} | ${text.slice(0, 30)}`;
  const number = 1_100;
  const holds = (at: number) => at % 150 === 7;
  await store.write(async ({ memories }) => {
    for (let at = 0; at < number; at++) {
      const content = holds(at) ? `so ${text.toUpperCase()} goes` : alike;
      await memories.insert(memory({ id: `m${at}`, title: `#${at}`, content }));
    }
  });
  const expected = Array.from({ length: number }, (_, at) => at)
    .filter(holds)
    .map((at) => `m${at}`)
    .reverse();
  const list = (before: number | undefined, limit: number) =>
    store.read(({ memories }) => memories.list({ now: 5, term: text, limit, before }));
  const first = await list(undefined, 3);
  const rest = await list(first.at(-1)?.row, 100);
  expect(first.map((row) => row.memory.id)).toEqual(expected.slice(0, 3));
  expect(rest.map((row) => row.memory.id)).toEqual(expected.slice(3));
  const matching = await store.read(({ archive }) => archive.matching({ term: text }, 5));
  expect(matching.map(({ id }) => id)).toEqual(expected);
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
