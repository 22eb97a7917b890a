import fc from "fast-check";
import { expect, test } from "vitest";
import { storedGraph } from "../../src/services/graph/graph.ts";
import { workbench, writer } from "./workbench.ts";

const sources = fc.uniqueArray(fc.nat({ max: 30 }), { minLength: 1, maxLength: 3 });

test("a reflection is one deeper than its deepest source, three at most, and what is refused leaves nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sources, { minLength: 1, maxLength: 15 }), async (steps) => {
      const bench = await workbench();
      const graph = storedGraph(bench);
      const said = { tier: "long", tags: [], priority: 5, confidence: 1, metadata: {}, writer } as const;
      const known: { readonly id: string; readonly depth: number }[] = [];
      for (let number = 0; number < 3; number++) {
        const rest = { namespace: "global", kind: "claim", scope: "collective", source: "nhi", force: true } as const;
        const stored = await bench.memories.store({ ...said, ...rest, content: `${number}`, leftOut: new Set() });
        if (stored.status === "created") known.push({ id: stored.memory.id, depth: 0 });
      }
      for (const [number, places] of steps.entries()) {
        const chosen = [...new Set(places.map((place) => place % known.length))].flatMap((place) => known[place] ?? []);
        const wanted = 1 + Math.max(...chosen.map(({ depth }) => depth));
        const request = { sourceIds: chosen.map(({ id }) => id), title: `R${number}`, content: "So." };
        const outcome = await graph.reflect({
          ...said,
          ...request,
          namespace: undefined,
          depth: undefined,
          agentId: undefined,
        });
        if (wanted > 3) {
          expect(outcome).toMatchObject({ status: "depth", depth: wanted });
          continue;
        }
        if (outcome.status !== "reflected") throw new Error(outcome.status);
        expect(outcome.depth).toBe(wanted);
        const reflection = await graph.reflectionOf(outcome.memory);
        expect(reflection).toMatchObject({ isReflection: true, depth: wanted });
        expect(reflection.sources.map(({ id }) => id).toSorted()).toEqual(request.sourceIds.toSorted());
        known.push({ id: outcome.memory.id, depth: wanted });
      }
      expect((await bench.memories.totals()).total).toBe(known.length);
      for (const { id } of known) {
        const [memory] = await bench.store.read(({ memories }) => memories.byIds([id]));
        if (memory === undefined) throw new Error("it was stored");
        const { dependents } = await graph.dependentsOf(memory);
        expect(dependents.map((one) => one.memory.id)).not.toContain(id);
      }
      await bench.store.close();
    }),
    { numRuns: 25 },
  );
});
