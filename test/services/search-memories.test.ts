import fc from "fast-check";
import { expect, test } from "vitest";
import { storedMemories } from "../../src/services/memories/stored-memories.ts";
import { storeSeenBy } from "../../src/store/seen-by.ts";
import { stem } from "../../src/store/stem.ts";
import { words } from "../../src/store/words.ts";
import { lawCases } from "../law-cases.ts";
import { memory } from "../store/contract.ts";
import { storeRequest, workbench } from "./workbench.ts";

// A search for all words, on a real database, against a plain filter over what was stored.

const vocabulary = [
  "bridge",
  "listens",
  "listening",
  "port",
  "the",
  "7179",
  "café",
  "cafe",
  "橋を渡る",
  "not",
  '"port"',
  "OR",
];
const text = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 6 }).map((some) => some.join(" "));
const place = fc.constantFrom("a", "a/b", "c");
const tier = fc.constantFrom("short" as const, "long" as const);

test("it finds exactly the memories that hold every word, newest first, and cuts none off that the limit leaves", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ content: text, title: text, namespace: place, tier, agentId: fc.constantFrom("x", "y") }), {
        maxLength: 12,
      }),
      fc.record({ query: text, limit: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ namespace: place, tier, agentId: fc.constantFrom("x", "y") }, { requiredKeys: [] }),
      async (stored, { query, limit }, { namespace, ...filters }) => {
        const { memories } = await workbench();
        const all = [];
        for (const each of stored) {
          const outcome = await memories.store(storeRequest({ ...each, force: true, onConflict: "version" }));
          if (outcome.status === "created" || outcome.status === "versioned") all.unshift(outcome.memory);
        }
        const asked = words(query).map(stem);
        const matching = all.filter((memory) => {
          const own = new Set(words(`${memory.title} ${memory.content}`).map(stem));
          if (!asked.every((one) => own.has(one))) return false;
          if (
            namespace !== undefined &&
            memory.namespace !== namespace &&
            !memory.namespace.startsWith(`${namespace}/`)
          )
            return false;
          return Object.entries(filters).every(([key, value]) => memory[key as keyof typeof filters] === value);
        });
        const filter = {
          includeArchived: false,
          ...filters,
          ...(namespace === undefined ? {} : { namespace: { path: namespace, below: true } }),
        };
        const { found, more } = await memories.search({ query, filter, limit });
        expect(found.map(({ id }) => id)).toEqual(matching.slice(0, limit).map(({ id }) => id));
        expect(more).toBe(matching.length > limit);
      },
    ),
    { numRuns: lawCases(60) },
  );
}, 60_000);

test("a common word counts although a rare one finds enough", async () => {
  const { store, memories } = await workbench();
  // Of words that more memories hold, a recall reads the rare ones first and often nothing else.
  await store.write(async (rows) => {
    for (let n = 0; n < 3_200; n++) {
      const content = n % 100 === 0 ? "map" : n % 100 === 1 ? "map sheet" : "sheet";
      await rows.memories.insert(memory({ id: `m${n}`, title: `t${n}`, content, scope: "collective", tier: "long" }));
    }
  });
  const { found } = await memories.search({ query: "map sheet", filter: { includeArchived: false }, limit: 100 });
  expect(found).toHaveLength(32);
});

test("private memories of others and what ended are not found; archived ones on request", async () => {
  const bench = await workbench();
  await bench.memories.store(storeRequest({ content: "A private bridge.", scope: "private", tier: "long" }));
  await bench.memories.store(storeRequest({ content: "A short bridge.", tier: "short" }));
  const request = { query: "bridge", filter: { includeArchived: false }, limit: 10 };
  const seenByOther = storedMemories({ store: storeSeenBy(bench.store, "other"), clock: bench.clock });
  expect((await seenByOther.search(request)).found.map(({ content }) => content)).toEqual(["A short bridge."]);
  bench.clock.advance(7 * 3_600_000);
  expect((await seenByOther.search(request)).found).toEqual([]);
  expect((await seenByOther.search({ ...request, filter: { includeArchived: true } })).found).toHaveLength(1);
  expect((await bench.memories.search({ ...request, query: "!!!" })).found).toEqual([]);
});
