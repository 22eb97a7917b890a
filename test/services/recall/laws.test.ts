import fc from "fast-check";
import { expect, test } from "vitest";
import { tokensOf } from "../../../src/services/memories/tokens.ts";
import type { MemoryFilter } from "../../../src/store/memory-search.ts";
import { lawCases } from "../../law-cases.ts";
import { storeRequest, workbench } from "../workbench.ts";

// What holds of any recall: every filter acts before the limit, and a budget only shortens the list.

const namespaces = ["a", "a/b", "ab", "c"];
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const stored = fc.record({
  words: fc.subarray(["harbour", "gate", "bridge", "opens", "ferry"], { minLength: 1 }),
  namespace: fc.constantFrom(...namespaces),
  tier: fc.constantFrom("short" as const, "mid" as const, "long" as const),
  tags: fc.subarray(["Net", "ops"]),
  kind: fc.constantFrom("observation", "claim"),
  length: fc.nat(80),
});
const asked = fc.record({
  namespace: some(fc.record({ path: fc.constantFrom("a", "a/b", "c"), below: fc.boolean() })),
  tier: some(fc.constantFrom("short" as const, "long" as const)),
  tags: some(fc.constant(["net"])),
  kinds: some(fc.constant(["claim"])),
  limit: fc.integer({ min: 1, max: 12 }),
  budgetTokens: fc.nat(120),
});

test("filters act before the limit, the limit and the budget cut the end of one list, and the sum of tokens is said", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stored, { minLength: 1, maxLength: 12 }), asked, async (memories, given) => {
      const bench = await workbench();
      for (const [number, { words, length, ...parts }] of memories.entries()) {
        const content = `${words.join(" ")} ${"x".repeat(length)}`;
        await bench.memories.store(storeRequest({ ...parts, title: `m${number}`, content, force: true }));
      }
      const { limit, budgetTokens, ...filters } = given;
      const filter: MemoryFilter = { includeArchived: false, ...JSON.parse(JSON.stringify(filters)) };
      const recall = (over: { filter?: MemoryFilter; limit?: number; budgetTokens?: number }) =>
        bench.memories.recall({
          ...{ context: "harbour gate", contextTokens: [], filter: { includeArchived: false }, minScore: 0, limit: 50 },
          ...over,
        });
      const passes = (memory: (typeof all.hits)[number]["memory"]) =>
        (filters.namespace === undefined ||
          memory.namespace === filters.namespace.path ||
          (filters.namespace.below && memory.namespace.startsWith(`${filters.namespace.path}/`))) &&
        (filters.tier === undefined || memory.tier === filters.tier) &&
        (filters.tags === undefined || memory.tags.includes("Net")) &&
        (filters.kinds === undefined || memory.kind === "claim");
      const all = await recall({});
      const wanted = await recall({ filter });
      const ids = (found: typeof all) => found.hits.map(({ memory }) => memory.id);
      // Nothing that does not pass.
      expect(wanted.hits.filter(({ memory }) => !passes(memory))).toEqual([]);
      const limited = await recall({ filter, limit });
      expect(ids(limited)).toEqual(ids(wanted).slice(0, limit));
      expect(limited.more).toBe(wanted.hits.length > limit);
      const budgeted = await recall({ filter, budgetTokens });
      expect(ids(budgeted)).toEqual(ids(wanted).slice(0, budgeted.hits.length));
      const sum = budgeted.hits.reduce((tokens, { shown }) => tokens + tokensOf(shown), 0);
      expect(budgeted.tokensUsed).toBe(sum);
      if (budgetTokens === 0) expect(budgeted.hits).toEqual([]);
      else if (wanted.hits.length > 0) expect(budgeted.hits.length).toBeGreaterThan(0);
      expect(budgeted.budgetOverflow).toBe(sum > budgetTokens);
      if (budgeted.budgetOverflow) expect(budgeted.hits).toHaveLength(1);
      expect(budgeted.more).toBe(budgeted.hits.length < wanted.hits.length);
    }),
    { numRuns: lawCases(25) },
  );
});
