import fc from "fast-check";
import { expect, test } from "vitest";
import { storedUpkeep } from "../../src/services/upkeep/upkeep.ts";
import { storeSeenBy } from "../../src/store/seen-by.ts";
import { storeRequest, workbench, writer } from "./workbench.ts";

// Turns of conversations and what recalls have found, on a real database.

const turn = fc.record({
  hostSessionId: fc.constantFrom("s1", "s2", "s 1", '","'),
  turnIndex: fc.integer({ min: 0, max: 3 }),
  role: fc.constantFrom("user", "assistant"),
  content: fc.constantFrom("Deploy.", "It is done.", " spaces \n stay "),
  namespace: fc.constantFrom("global", "a"),
});

test("however often turns come, each is kept once, with what it said first, archived or not", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(turn, fc.boolean()), { maxLength: 14 }), async (turns) => {
      const { memories } = await workbench();
      const model = new Map<string, { readonly id: string; readonly content: string; readonly namespace: string }>();
      for (const [each, isForgotten] of turns) {
        const key = JSON.stringify([each.hostSessionId, each.turnIndex]);
        const known = model.get(key);
        const outcome = await memories.captureTurn({ ...each, metadata: {}, saidAt: undefined, writer });
        if (outcome.status === "metadata_too_large") throw new Error(outcome.status);
        expect(outcome.status).toBe(known === undefined ? "captured" : "known");
        const { id, content, namespace } = outcome.memory;
        model.set(key, known ?? { id, content: each.content, namespace: each.namespace });
        expect({ id, content, namespace }).toEqual(model.get(key));
        if (isForgotten) await memories.forget({ ids: [id], isDryRun: false, writer });
      }
      expect(new Set([...model.values()].map(({ id }) => id)).size).toBe(model.size);
    }),
    { numRuns: 30 },
  );
}, 60_000);

test("a turn of another agent is another turn, and a title that is taken gets a number", async () => {
  const { memories } = await workbench();
  const given = { hostSessionId: "s1", turnIndex: 0, role: "user", content: "Deploy.", namespace: "global" };
  const capture = (agent: string) =>
    memories.captureTurn({ ...given, metadata: {}, saidAt: 5, writer: { ...writer, agent } });
  expect(await capture("a")).toMatchObject({
    status: "captured",
    memory: { title: "Turn 0 of s1: user", createdAt: 5 },
  });
  expect(await capture("b")).toMatchObject({ status: "captured", memory: { title: "Turn 0 of s1: user (2)" } });
  expect(await capture("a")).toMatchObject({ status: "known", memory: { agentId: "a" } });
});

test("observations are of memories that the caller sees, latest first, and every filter acts before the limit", async () => {
  const { store, memories, clock } = await workbench();
  const ids: string[] = [];
  for (const [title, scope] of [
    ["Bridge", "collective"],
    ["Secret bridge", "private"],
  ] as const) {
    const stored = await memories.store(
      storeRequest({ title, content: `${title} of the harbour.`, scope, tier: "long" }),
    );
    if (stored.status === "created") ids.push(stored.memory.id);
  }
  const [bridge = "", secret = ""] = ids;
  const recall = () =>
    memories.recall({
      context: "harbour bridge",
      contextTokens: [],
      filter: { includeArchived: false },
      minScore: 0,
      limit: 5,
    });
  const first = await recall();
  clock.advance(1_000);
  await memories.recall({
    context: "harbour secret",
    contextTokens: [],
    filter: { includeArchived: false },
    minScore: 0.9,
    limit: 5,
  });
  const observed = (filter: object, agent = writer.agent) =>
    storedUpkeep({ store: storeSeenBy(store, agent), clock }).observations({ limit: 10, ...filter });
  const all = await observed({});
  expect(all.found.map(({ memoryId, isUsed }) => [memoryId, isUsed])).toEqual([
    [secret, false],
    ...first.hits.map(({ memory }) => [memory.id, memory.id === secret]),
  ]);
  expect(all.found.slice(1).map(({ position }) => position)).toEqual([0, 1]);
  expect((await observed({ recallId: first.recallId })).found).toHaveLength(2);
  expect((await observed({ isUsed: false, limit: 1 })).more).toBe(true);
  expect((await observed({ isUsed: true })).found.map(({ memoryId }) => memoryId)).toEqual([secret]);
  expect((await observed({ since: clock() })).found).toHaveLength(1);
  expect((await observed({ until: clock(), limit: 2 })).found.map(({ recallId }) => recallId)).toEqual([
    first.recallId,
    first.recallId,
  ]);
  expect((await observed({ limit: 1 }, "other")).found.map(({ memoryId }) => memoryId)).toEqual([bridge]);
  expect((await observed({}, "other")).found).toHaveLength(1);
  expect(await observed({ recallId: "none" })).toEqual({ found: [], more: false });
});

test("a session begins with what matters most of what the caller sees", async () => {
  const { store, memories, clock } = await workbench();
  for (const [n, priority] of [5, 9, 5, 1].entries()) {
    await memories.store(
      storeRequest({ title: `m${n}`, content: `The plotter draws map ${n}.`, priority, namespace: "a/b", force: true }),
    );
    clock.advance(1_000);
  }
  await memories.store(storeRequest({ title: "hidden", content: "Mine.", priority: 10, scope: "private" }));
  const first = async (agent: string, namespace?: string, limit = 3) => {
    const found = await storedUpkeep({ store: storeSeenBy(store, agent), clock }).first({ namespace, limit });
    return [found.first.map(({ title }) => title), found.topics] as const;
  };
  expect(await first("other")).toEqual([["m1", "m2", "m0"], expect.arrayContaining(["plotter"])]);
  expect(await first(writer.agent, undefined, 1)).toEqual([["hidden"], ["hidden"]]);
  expect((await first("other", "a", 50))[0]).toEqual(["m1", "m2", "m0", "m3"]);
  expect(await first("other", "b")).toEqual([[], []]);
});
