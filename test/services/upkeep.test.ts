import fc from "fast-check";
import { expect, test } from "vitest";
import { storedUpkeep } from "../../src/services/upkeep/upkeep.ts";
import { storeSeenBy } from "../../src/store/seen-by.ts";
import { lawCases } from "../law-cases.ts";
import { storeRequest, workbench, writer } from "./workbench.ts";

// Memories are kept in order by their words, on a real database.

const vocabulary = [
  "uploader",
  "retries",
  "failed",
  "cache",
  "bridge",
  "port",
  "7179",
  "not",
  "importer",
  "token",
  "the",
];
const text = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 9 }).map((words) => words.join(" "));

test("what a store refuses as similar is a duplicate, and what is one has the share of words that was asked for", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ content: text, namespace: fc.constantFrom("a", "a/b", "c") }), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.record({ content: text, title: text, namespace: fc.constantFrom("a", "a/b", "c") }),
      fc.double({ min: 0.5, max: 1, noNaN: true }),
      async (stored, { content, title, namespace }, threshold) => {
        const bench = await workbench();
        const upkeep = storedUpkeep(bench);
        for (const each of stored) await bench.memories.store(storeRequest({ ...each, force: true }));
        const usual = await upkeep.checkDuplicate({ title, content, namespace, threshold: 0.85 });
        const again = await bench.memories.store(storeRequest({ content, namespace }));
        if (again.status === "similar_exists") expect(usual.isDuplicate).toBe(true);

        const checked = await upkeep.checkDuplicate({ title, content, namespace: undefined, threshold });
        const wider = await upkeep.checkDuplicate({ title, content, namespace: undefined, threshold: 0.5 });
        expect(checked.isDuplicate).toBe((wider.nearest?.similarity ?? 0) >= threshold);
        if (checked.isDuplicate) expect(checked.nearest).toEqual(wider.nearest);
      },
    ),
    { numRuns: lawCases(40) },
  );
}, 60_000);

test("only memories that the caller sees are compared, none that ended, and only those below the namespace", async () => {
  const { store, memories, clock } = await workbench();
  const content = "The bridge listens on the second port.";
  const stored = await memories.store(storeRequest({ content, scope: "private", namespace: "a/b", tier: "short" }));
  if (stored.status !== "created") throw new Error(stored.status);
  const check = (agent: string, namespace?: string) =>
    storedUpkeep({ store: storeSeenBy(store, agent), clock }).checkDuplicate({
      ...{ title: "Bridge", content, namespace, threshold: 0.85 },
    });
  expect(await check(writer.agent)).toMatchObject({ isDuplicate: true, nearest: { similarity: 1 }, compared: 1 });
  expect(await check(writer.agent, "a")).toMatchObject({ isDuplicate: true });
  const notCompared = { locked: 0, beyond: 0 };
  const none = { isDuplicate: false, nearest: undefined, compared: 0, notCompared };
  expect(await check("other")).toEqual(none);
  expect(await check(writer.agent, "a/b/c")).toEqual(none);
  clock.advance(7 * 3_600_000);
  expect(await check(writer.agent)).toEqual(none);
});

test("tags are added once, keep the author's, and one restore takes them back", async () => {
  const sentence = fc.array(fc.constantFrom(...vocabulary, "Straße", "поиск", "橋"), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        sentence.map((words) => words.join(" ")),
        { minLength: 1, maxLength: 4 },
      ),
      fc.uniqueArray(fc.constantFrom("Bridge", "uploads", "RETRY", "notes"), { maxLength: 4 }),
      fc.integer({ min: 0, max: 50 }),
      async (contents, given, others) => {
        const bench = await workbench();
        const upkeep = storedUpkeep(bench);
        const tags = [
          ...given,
          ...Array.from({ length: Math.max(0, others - given.length) }, (_, index) => `tag${index}`),
        ];
        const ids: string[] = [];
        for (const content of contents) {
          const stored = await bench.memories.store(storeRequest({ content, tags, force: true, tier: "long" }));
          if (stored.status === "created") ids.push(stored.memory.id);
        }
        const id = ids[0] ?? "";
        const before = await bench.memories.find(id);
        const tagged = await upkeep.tag({ id, writer });
        if (tagged.status !== "tagged" && tagged.status !== "unchanged") throw new Error(tagged.status);
        expect(tagged.memory.tags).toEqual([...tags, ...tagged.added]);
        expect(tagged.memory.tags.length).toBeLessThanOrEqual(50);
        expect(tagged.added.length).toBeLessThanOrEqual(5);
        expect(await upkeep.tag({ id, writer })).toMatchObject({ status: "unchanged", added: [] });
        if (tagged.status === "unchanged") {
          expect(await bench.memories.find(id)).toEqual(before);
          return;
        }
        const { replaced = "" } = tagged;
        const restored = await bench.memories.archive.restore({
          id: replaced,
          tier: "long",
          onConflict: "replace",
          writer,
        });
        expect(restored).toMatchObject({ status: "restored", memory: { id, tags } });
      },
    ),
    { numRuns: lawCases(40) },
  );
}, 60_000);

test("common words, function words, numbers and what all memories say are not tags", async () => {
  const bench = await workbench();
  for (let n = 0; n < 30; n++) {
    await bench.memories.store(storeRequest({ content: `Maps of the coast, sheet ${n}.`, force: true }));
  }
  const content =
    "The maps of the coast need the good old plotter. In 2024 the plotter was not there; the plotter is on loan.";
  const stored = await bench.memories.store(storeRequest({ title: "Maps", content }));
  if (stored.status !== "created") throw new Error(stored.status);
  const tagged = await storedUpkeep(bench).tag({ id: stored.memory.id, writer });
  expect(tagged).toMatchObject({ status: "tagged", added: ["plotter", "loan"] });
});
