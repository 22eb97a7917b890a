import fc from "fast-check";
import { expect, test } from "vitest";
import { lawCases } from "../law-cases.ts";
import { lifetimes } from "./memory-model.ts";
import { storeRequest, workbench } from "./workbench.ts";

// What holds of a store under a title that is taken, whatever was given and left out.

const tiers = ["short", "mid", "long"] as const;
const parts = fc.record({
  content: fc.constantFrom("The gate is shut.", "The bridge is up.", "The ferry waits."),
  tier: fc.constantFrom(...tiers),
  kind: fc.constantFrom("observation", "claim", "event"),
  source: fc.constantFrom("nhi", "user"),
  priority: fc.integer({ min: 1, max: 10 }),
  confidence: fc.constantFrom(0, 0.5, 1),
  tags: fc.subarray(["sea", "Land", "sky"]),
  metadata: fc.constantFrom({}, { by: "lead" }, { by: "line", depth: [1, { of: "x" }] }),
  sourceUri: fc.option(fc.constantFrom("doc:a", "doc:b"), { nil: undefined }),
  evidence: fc.option(fc.constantFrom({ citations: [{ uri: "doc:c" }] }, { source_span: { start: 1, end: 2 } }), {
    nil: undefined,
  }),
  agentId: fc.option(fc.constantFrom("ann", "bob"), { nil: undefined }),
});
const optional = ["tier", "kind", "source", "priority", "confidence", "tags", "metadata"] as const;
const step = fc.record({ parts, leftOut: fc.subarray([...optional]), hours: fc.nat(5) });

test("an upsert changes what was given, keeps what was left out, never lowers tier or life, and loses no version", async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.array(step, { minLength: 1, maxLength: 5 }), async (first, steps) => {
      const { memories, store, clock } = await workbench();
      const memory = async (one: string) => (await store.read((rows) => rows.memories.byIds([one])))[0];
      const title = { title: "One", namespace: "a", onConflict: "merge" as const };
      const created = await memories.store(storeRequest({ ...first, ...title, force: true }));
      if (created.status !== "created") throw new Error(created.status);
      const { id } = created.memory;
      for (const { parts: given, leftOut, hours } of steps) {
        clock.advance(hours * 3_600_000);
        const before = await memory(id);
        if (before === undefined) throw new Error("it is gone");
        const isEnded = before.expiresAt !== null && before.expiresAt <= clock();
        const request = storeRequest({ ...given, ...title, force: true, leftOut: new Set(leftOut) });
        const outcome = await memories.store(request);
        // What has ended is archived and leaves its title free.
        if (isEnded) return expect(outcome).toMatchObject({ status: "created" });
        if (outcome.status !== "merged") throw new Error(outcome.status);
        const { memory: after, replaced } = outcome;
        expect(after).toMatchObject({ id, title: "One", namespace: "a", content: given.content });
        for (const part of ["kind", "source", "priority", "confidence", "tags"] as const) {
          expect(after[part], part).toEqual(leftOut.includes(part) ? before[part] : given[part]);
        }
        const metadata = leftOut.includes("metadata") ? before.metadata : given.metadata;
        expect(after.metadata).toEqual({ ...metadata, ...given.evidence });
        expect(after.sourceUri).toBe(given.sourceUri ?? before.sourceUri);
        expect(after.agentId).toBe(given.agentId ?? before.agentId);
        expect(after.createdAt).toBe(before.createdAt);
        const rank = (tier: (typeof tiers)[number]) => tiers.indexOf(tier);
        expect(rank(after.tier)).toBe(Math.max(rank(before.tier), leftOut.includes("tier") ? 0 : rank(given.tier)));
        const end = (value: number | null) => value ?? Number.POSITIVE_INFINITY;
        expect(end(after.expiresAt)).toBeGreaterThanOrEqual(end(before.expiresAt));
        if (after.version > before.version) {
          expect(end(after.expiresAt)).toBeGreaterThanOrEqual(clock() + lifetimes[after.tier]);
        }
        // The state before is in the archive as it was, and an upsert of the same again is none.
        if (replaced !== undefined) {
          const { content, tags, priority, tier, metadata: old } = before;
          expect(await memory(replaced)).toMatchObject({ versionOf: id, content, tags, priority, tier, metadata: old });
          expect(after.version).toBe(before.version + 1);
        }
        const again = await memories.store(request);
        expect(again).toMatchObject({ status: "merged", memory: { id, version: after.version } });
        expect(again).not.toHaveProperty("replaced");
      }
      expect(await store.read((rows) => rows.memories.count(clock()))).toBe(1);
    }),
    { numRuns: lawCases(15) },
  );
}, 60_000);
