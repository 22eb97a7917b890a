import fc from "fast-check";
import { expect, test } from "vitest";
import { storedEvolution } from "../../src/services/evolution/evolution.ts";
import { storedGraph } from "../../src/services/graph/graph.ts";
import { summaryOf } from "../../src/services/upkeep/summarize.ts";
import { storedUpkeep } from "../../src/services/upkeep/upkeep.ts";
import { storeSeenBy } from "../../src/store/seen-by.ts";
import { words } from "../../src/store/words.ts";
import { lawCases } from "../law-cases.ts";
import { storeRequest, type Workbench, workbench, writer } from "./workbench.ts";

// Several memories become one and several again, on a real database.

const now = { now: Number.MIN_SAFE_INTEGER, limit: 1_000 };

/** Everything that is live, and every link of it. */
async function stateOf({ store }: Workbench) {
  return store.read(async ({ memories, graph }) => {
    const listed = await memories.list(now);
    const ids = listed.map(({ memory }) => memory.id);
    return { listed, links: await graph.links({ ids, direction: "both", at: undefined, limit: 1_000 }) };
  });
}

const parts = fc.record({
  content: fc.constantFrom("The bridge listens. It is slow.", "A cache helps.", "Tests need a file.\nAlways.", "!"),
  title: fc.constantFrom("Bridge", "Cache", "Tests", "All of it"),
  namespace: fc.constantFrom("global", "project/atlas"),
  tier: fc.constantFrom("short" as const, "mid" as const, "long" as const),
  scope: fc.constantFrom("private" as const, "team" as const, "collective" as const),
  priority: fc.integer({ min: 1, max: 10 }),
  confidence: fc.constantFrom(0.2, 0.5, 1),
  tags: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
  metadata: fc.dictionary(fc.constantFrom("x", "y", "__proto__"), fc.integer(), { maxKeys: 2 }),
});

test("taking a consolidation back restores every memory and every link, and its second time is refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(parts, { minLength: 2, maxLength: 5 }),
      fc.option(fc.constantFrom("All of it.", "x".repeat(5_000)), { nil: undefined }),
      fc.option(fc.constantFrom("global", "elsewhere"), { nil: undefined }),
      fc.constantFrom("All of it", "Bridge"),
      fc.nat({ max: 5 * 3_600_000 }),
      async (given, summary, namespace, title, passed) => {
        const bench = await workbench();
        const upkeep = storedUpkeep(bench);
        const ids: string[] = [];
        for (const each of given) {
          const stored = await bench.memories.store(storeRequest({ ...each, force: true, onConflict: "version" }));
          if (stored.status === "created" || stored.status === "versioned") ids.push(stored.memory.id);
        }
        const [sourceId = "", targetId = ""] = ids;
        await storedGraph(bench).link({ sourceId, targetId, relation: "solution", writer });
        const before = await stateOf(bench);
        const chosen = ids.slice(0, Math.max(2, ids.length - 1));
        const made = await upkeep.consolidate({ ids: chosen, title, summary, namespace, agentId: undefined, writer });
        if (made.status !== "consolidated") {
          expect(made.status).toBe("title_taken");
          expect(await stateOf(bench)).toEqual(before);
          return;
        }
        const { memory } = made;
        const sources = given.slice(0, chosen.length);
        expect(memory.priority).toBe(Math.max(...sources.map(({ priority }) => priority)));
        expect(memory.confidence).toBe(Math.min(...sources.map(({ confidence }) => confidence)));
        expect(new Set(memory.tags)).toEqual(new Set(sources.flatMap(({ tags }) => tags)));
        expect(memory.scope === "private").toBe(sources.some(({ scope }) => scope === "private"));
        expect(memory.metadata).toMatchObject({ consolidated_from_agents: [writer.agent] });
        const live = (await stateOf(bench)).listed.map(({ memory }) => memory.id);
        expect(new Set(live)).toEqual(new Set([memory.id, ...ids.filter((id) => !chosen.includes(id))]));
        const links = await storedGraph(bench).linksOf(memory.id, {});
        expect(links.map((link) => [link.relation, link.targetId])).toEqual(chosen.map((id) => ["derived_from", id]));

        bench.clock.advance(passed);
        expect(await upkeep.undoConsolidation(memory.id, writer)).toMatchObject({ status: "undone", left: 0 });
        expect(await stateOf(bench)).toEqual(before);
        expect(await upkeep.undoConsolidation(memory.id, writer)).toEqual({ status: "undone_before" });
        const kept = await bench.memories.find(memory.id);
        expect(kept).toMatchObject({ status: "found", thing: { archiveReason: "replaced" } });
      },
    ),
    { numRuns: lawCases(40) },
  );
}, 60_000);

async function twoMadeOne() {
  const bench = await workbench();
  const ids: string[] = [];
  for (const title of ["One", "Two"]) {
    const stored = await bench.memories.store(
      storeRequest({ title, content: `${title}.`, tier: "short", force: true }),
    );
    if (stored.status === "created") ids.push(stored.memory.id);
  }
  const upkeep = storedUpkeep(bench);
  const request = { title: "Both", summary: undefined, namespace: undefined, agentId: undefined, writer };
  const made = await upkeep.consolidate({ ids, ...request });
  if (made.status !== "consolidated") throw new Error(made.status);
  return { ...bench, upkeep, ids, request, id: made.memory.id };
}

test("what was changed since stays, and a life that has ended begins again", async () => {
  const { memories, clock, upkeep, ids, id } = await twoMadeOne();
  const [one = "", two = ""] = ids;
  const restored = await memories.archive.restore({ id: one, tier: "long", onConflict: "error", writer });
  expect(restored.status).toBe("restored");
  const taken = await memories.store(storeRequest({ title: "Two", content: "Another." }));
  expect(taken.status).toBe("created");
  clock.advance(7 * 86_400_000);
  const undone = await upkeep.undoConsolidation(id, writer);
  const life = { tier: "short", expiresAt: clock() + 6 * 3_600_000 };
  // The other one of that title has ended by now.
  expect(undone).toMatchObject({ status: "undone", left: 1, restored: [{ id: two, title: "Two", ...life }] });
  expect(await memories.find(one)).toMatchObject({ thing: { tier: "long", archivedAt: null } });
});

test("a title that is taken by now gets a number", async () => {
  const { memories, upkeep, id } = await twoMadeOne();
  await memories.store(storeRequest({ title: "Two", content: "Another.", tier: "long" }));
  expect(await upkeep.undoConsolidation(id, writer)).toMatchObject({
    ...{ left: 0, restored: [{ title: "One" }, { title: "Two (2)" }] },
  });
});

test("a memory that was consolidated again is taken back after that", async () => {
  const { memories, upkeep, id, request } = await twoMadeOne();
  const third = await memories.store(storeRequest({ title: "Three", content: "Three." }));
  if (third.status !== "created") throw new Error(third.status);
  const all = await upkeep.consolidate({ ...request, ids: [id, third.memory.id], title: "All" });
  if (all.status !== "consolidated") throw new Error(all.status);
  expect(all.memory.content).toBe("One. Two.\nThree.");
  expect(await upkeep.undoConsolidation(id, writer)).toMatchObject({ status: "archived" });
  expect(await upkeep.undoConsolidation(all.memory.id, writer)).toMatchObject({ status: "undone", left: 0 });
  expect(await upkeep.undoConsolidation(id, writer)).toMatchObject({ status: "undone", left: 0 });
});

test("only who sees the sources makes one of them, and no other undo takes it back", async () => {
  const { store, clock, ids, id, upkeep, request, ...bench } = await twoMadeOne();
  expect(await storedEvolution({ store, clock }).undo(id)).toEqual({ status: "not_found" });
  expect(await upkeep.undoConsolidation(ids[0] ?? "", writer)).toEqual({ status: "not_consolidated" });
  const hidden = await bench.memories.store(storeRequest({ content: "Hidden.", scope: "private" }));
  if (hidden.status !== "created") throw new Error(hidden.status);
  const other = storedUpkeep({ store: storeSeenBy(store, "other"), clock });
  const both = [id, hidden.memory.id];
  expect(await other.consolidate({ ...request, ids: both })).toEqual({ status: "not_found", id: hidden.memory.id });
  expect(await upkeep.consolidate({ ...request, ids: both, agentId: "other" })).toEqual({ status: "private_owner" });
  expect(await upkeep.consolidate({ ...request, ids: [id, ids[0] ?? ""] })).toMatchObject({ status: "archived" });
});

test("a summary has each sentence once; a long one is cut to whole sentences of its sources", () => {
  expect(summaryOf(["The bridge is up. It listens.", "it listens!\nAlways."])).toEqual({
    ...{ text: "The bridge is up. It listens.\nAlways.", isCut: false },
  });
  const sentence = fc.array(fc.constantFrom("bridge", "port", "cache", "the", "は", "7179"), {
    minLength: 1,
    maxLength: 60,
  });
  const text = fc
    .array(sentence, { minLength: 1, maxLength: 40 })
    .map((all) => all.map((one) => `${one.join(" ")}.`).join(" "));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
      const { text: summary, isCut } = summaryOf(texts);
      expect([...summary].length).toBeLessThanOrEqual(4_000);
      expect(summary).not.toBe("");
      for (const one of summary.split(/(?<=\.)\s/u))
        expect(
          texts.some((whole) => whole.includes(one)),
          one,
        ).toBe(true);
      // Sentences of the same words in the same order are one, however they are punctuated.
      const said = (part: string) => words(part).join(" ");
      if (!isCut) for (const one of texts.join(" ").split(/(?<=\.)\s/u)) expect(said(summary)).toContain(said(one));
    }),
  );
});

test("texts without an end of a sentence each have their beginning in a summary", () => {
  const texts = Array.from({ length: 20 }, (_, n) => `row${n} ${"value, ".repeat(1_000)}`);
  const { text, isCut } = summaryOf(texts);
  expect(isCut).toBe(true);
  expect([...text].length).toBeLessThanOrEqual(4_000);
  expect(text.split("\n").map((line) => line.slice(0, line.indexOf(" ")))).toEqual(texts.map((_, n) => `row${n}`));
  expect(summaryOf(["x".repeat(9_000), "🎉".repeat(4_000)]).text).toMatch(/^x{1998}…\n(?:🎉){1998}…$/u);
});

test("a hundred long texts are summarized in time", () => {
  const long = Array.from({ length: 100 }, (_, n) => `${n} `.repeat(20) + "a.b. ".repeat(12_000));
  const begun = performance.now();
  expect([...summaryOf(long).text].length).toBeLessThanOrEqual(4_000);
  expect(performance.now() - begun).toBeLessThan(5_000);
});
