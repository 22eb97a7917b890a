import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storedGraph } from "../../src/services/graph/graph.ts";
import type { LinkRow, Relation } from "../../src/store/graph-rows.ts";
import { storeSeenBy } from "../../src/store/seen-by.ts";
import { lawCases } from "../law-cases.ts";
import { workbench, writer } from "./workbench.ts";

// Links between memories on a real database: the time in which they hold, ways along them, and what never becomes a cycle.

async function graphOf(size: number) {
  const bench = await workbench();
  const graph = storedGraph(bench);
  const ids: string[] = [];
  for (let index = 0; index < size; index++) ids.push(await memory(bench, `memory ${index}`));
  const at = (index: number) => ids[index] ?? "";
  const link = (from: number, to: number, relation: Relation = "related_to") =>
    graph.link({ sourceId: at(from), targetId: at(to), relation, writer });
  const end = (from: number, to: number, validUntil: number, relation: Relation = "related_to") =>
    graph.end({ sourceId: at(from), targetId: at(to), relation, validUntil, writer });
  return { ...bench, graph, ids, at, link, end };
}

async function memory({ memories }: Awaited<ReturnType<typeof workbench>>, title: string, over = {}): Promise<string> {
  const outcome = await memories.store({
    ...{ title, content: title, namespace: "global", tier: "long", kind: "claim", scope: "collective", source: "nhi" },
    ...{ priority: 5, confidence: 1, tags: [], metadata: {}, force: true, leftOut: new Set(), writer, ...over },
  });
  if (outcome.status !== "created") throw new Error(outcome.status);
  return outcome.memory.id;
}

test("a question about the past has the answer of then", async () => {
  const { graph, clock, at, link, end } = await graphOf(3);
  const first = clock();
  await link(0, 1);
  clock.advance(1_000);
  await end(0, 1, clock());
  await link(0, 2);
  const reached = async (time?: number) =>
    (await graph.walk({ from: at(0), maxDepth: 1, limit: 9, at: time })).reached.map(({ memory: { id } }) => id);
  expect(await reached(first - 1)).toEqual([]);
  expect(await reached(first)).toEqual([at(1)]);
  expect(await reached(clock() - 1)).toEqual([at(1)]);
  expect(await reached()).toEqual([at(2)]);
  const everything = await graph.walk({ from: at(0), maxDepth: 1, limit: 9, isAnyTime: true });
  expect(everything.reached.map(({ memory: { id } }) => id)).toEqual([at(1), at(2)]);
  expect((await graph.paths({ from: at(1), to: at(0), maxDepth: 3, maxPaths: 9 })).paths).toEqual([]);
  expect((await graph.paths({ from: at(1), to: at(0), maxDepth: 3, maxPaths: 9, at: first })).paths).toHaveLength(1);
});

test("the time in which a link holds never grows", async () => {
  const { clock, link, end, graph, at } = await graphOf(2);
  await link(0, 1);
  const from = clock();
  expect(await end(0, 1, from + 50)).toMatchObject({ before: null, link: { validUntil: from + 50 } });
  expect(await end(0, 1, from + 90)).toMatchObject({ before: from + 50, link: { validUntil: from + 50 } });
  expect(await end(0, 1, from - 90)).toMatchObject({ before: from + 50, link: { validUntil: from } });
  expect(await end(1, 0, from)).toBeUndefined();
  // A new link of the kind is another one.
  expect(await link(0, 1)).toMatchObject({ status: "created" });
  expect(await link(0, 1)).toMatchObject({ status: "exists" });
  expect((await graph.timeline(at(0), { since: undefined, until: undefined, limit: 9 })).links).toHaveLength(2);
});

test("walking ends in cycles, and what a filter leaves out leads nowhere", async () => {
  const { graph, at, link, ids, ...bench } = await graphOf(3);
  for (const [from, to] of [
    [0, 1],
    [1, 2],
    [2, 0],
    [0, 2],
  ] as const)
    await link(from, to);
  const depths = async (over = {}) =>
    (await graph.walk({ from: at(0), maxDepth: 5, limit: 9, ...over })).reached.map(
      ({ memory: { id }, depth, path }) => [ids.indexOf(id), depth, path.length],
    );
  expect(await depths()).toEqual([
    [1, 1, 2],
    [2, 1, 2],
  ]);
  expect(await graph.walk({ from: at(0), maxDepth: 5, limit: 1 })).toMatchObject({ more: true });
  expect(await depths({ agents: [] })).toEqual([]);
  const apart = await memory(bench, "apart", { namespace: "project/apart" });
  const beyond = await memory(bench, "beyond");
  await graph.link({ sourceId: at(1), targetId: apart, relation: "pattern", writer });
  await graph.link({ sourceId: apart, targetId: beyond, relation: "pattern", writer });
  expect(await depths({ namespace: "global" })).toEqual([
    [1, 1, 2],
    [2, 1, 2],
  ]);
  expect(await depths()).toHaveLength(4);
});

test("links of private memories are for their agent, and a cycle over them is refused all the same", async () => {
  const bench = await graphOf(2);
  const { store, clock, at, link } = bench;
  const secret = await memory(bench, "secret", { scope: "private" });
  const own = storedGraph({ store: storeSeenBy(store, writer.agent), clock });
  const other = storedGraph({ store: storeSeenBy(store, "other"), clock });
  await own.link({ sourceId: at(0), targetId: secret, relation: "reflects_on", writer });
  await own.link({ sourceId: secret, targetId: at(1), relation: "reflects_on", writer });
  expect(await own.linksOf(at(0), {})).toHaveLength(1);
  expect(await other.linksOf(at(0), {})).toEqual([]);
  expect((await other.paths({ from: at(0), to: at(1), maxDepth: 7, maxPaths: 9 })).paths).toEqual([]);
  const foreign = { sourceId: at(0), targetId: secret, relation: "related_to", writer } as const;
  expect(await other.link(foreign)).toMatchObject({ status: "not_found" });
  const back = { sourceId: at(1), targetId: at(0), relation: "reflects_on", writer } as const;
  expect(await other.link(back)).toEqual({ status: "cycle" });
  expect(await link(0, 0)).toEqual({ status: "same" });
});

test("links go with a memory that is deleted, and stay with one that is archived", async () => {
  const { graph, memories, at, link } = await graphOf(3);
  await link(0, 1);
  await link(0, 2);
  await memories.forget({ ids: [at(1)], isDryRun: false, writer });
  expect(await graph.linksOf(at(0), {})).toHaveLength(2);
  await memories.remove(at(1), writer);
  expect(await graph.linksOf(at(0), {})).toHaveLength(1);
});

describe("whatever is linked and ended", () => {
  const step = fc.record({
    from: fc.nat({ max: 5 }),
    to: fc.nat({ max: 5 }),
    isEnd: fc.boolean(),
    wait: fc.nat({ max: 3 }),
  });

  test("reflections have no cycle, at any time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40, size: "max" }), async (steps) => {
        const { clock, link, end, graph, at, ids } = await graphOf(6);
        let refused = 0;
        for (const { from, to, isEnd, wait } of steps) {
          if (isEnd) await end(from, to, clock(), "reflects_on");
          else if ((await link(from, to, "reflects_on")).status === "cycle") refused++;
          clock.advance(wait);
        }
        const links: LinkRow[] = [];
        for (let index = 0; index < ids.length; index++) {
          links.push(...(await graph.linksOf(at(index), { isAnyTime: true })));
        }
        expect(hasCycle(links), `${refused} refused`).toBe(false);
      }),
      { numRuns: lawCases(30) },
    );
  }, 60_000);

  test("paths are simple, follow links, are sorted by length, and none is missing", async () => {
    const edges = fc.uniqueArray(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 })), {
      maxLength: 12,
      selector: ([a, b]) => `${a} ${b}`,
    });
    await fc.assert(
      fc.asyncProperty(edges, fc.integer({ min: 1, max: 5 }), async (pairs, maxDepth) => {
        const { graph, at, link, ids } = await graphOf(5);
        const real = pairs.filter(([a, b]) => a !== b);
        for (const [a, b] of real) await link(a, b);
        const { paths, more } = await graph.paths({ from: at(0), to: at(4), maxDepth, maxPaths: 50 });
        const found = paths.map((path) => path.map((id) => ids.indexOf(id)).join(" "));
        expect(more).toBe(false);
        expect([...paths].sort((a, b) => a.length - b.length)).toEqual(paths);
        expect(new Set(found)).toEqual(new Set(simplePaths(real, [0], maxDepth)));
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: lawCases(30) },
    );
  }, 60_000);
});

test("many memories that are all linked with one another are answered at once", async () => {
  const { graph, at, link } = await graphOf(14);
  for (let a = 0; a < 14; a++) for (let b = 0; b < a; b++) await link(a, b);
  const { paths, more } = await graph.paths({ from: at(0), to: at(13), maxDepth: 7, maxPaths: 50 });
  expect(paths).toHaveLength(50);
  expect(more).toBe(true);
});

test("an entity is found by each of its names, and not by those of others", async () => {
  const { graph, ...bench } = await graphOf(0);
  const register = (name: string, aliases: readonly string[] = [], namespace = "a") =>
    graph.register({ name, aliases, namespace, metadata: {}, writer });
  const first = await register("PostgreSQL", ["Postgres", "pg"]);
  expect(first).toMatchObject({ status: "created", entity: { aliases: ["PostgreSQL", "Postgres", "pg"] } });
  expect(await register("postgresql", ["PG", "elephant"])).toMatchObject({
    status: "known",
    entity: { aliases: ["PostgreSQL", "Postgres", "pg", "elephant"] },
  });
  expect(await register("SQLite", ["pg"])).toMatchObject({ status: "taken", name: "pg" });
  expect(await register("MySQL", ["pg"], "b")).toMatchObject({ status: "created" });
  expect((await graph.named(" Elephant ", undefined))?.memory.title).toBe("PostgreSQL");
  expect((await graph.named("pg", undefined))?.memory.title).toBe("MySQL");
  expect((await graph.named("pg", "a"))?.memory.title).toBe("PostgreSQL");
  expect(await graph.named("nobody", undefined)).toBeUndefined();
  await memory(bench, "Redis", { namespace: "a" });
  expect(await register("Redis")).toMatchObject({ status: "taken" });
});

test("the taxonomy counts what is below, and says what it leaves out", async () => {
  const { graph, ...bench } = await graphOf(1);
  await memory(bench, "deep", { namespace: "org/unit/team" });
  await memory(bench, "higher", { namespace: "org" });
  await memory(bench, "aside", { namespace: "org-chart" });
  const of = (over = {}) => graph.taxonomy({ prefix: undefined, depth: 8, limit: 9, ...over });
  expect(await of()).toEqual({
    nodes: [
      { namespace: "global", count: 1, totalCount: 1 },
      { namespace: "org", count: 1, totalCount: 2 },
      { namespace: "org/unit", count: 0, totalCount: 1 },
      { namespace: "org/unit/team", count: 1, totalCount: 1 },
      { namespace: "org-chart", count: 1, totalCount: 1 },
    ],
    totalCount: 4,
    isCut: false,
  });
  expect(await of({ prefix: "org", depth: 1 })).toMatchObject({ totalCount: 2, isCut: true, nodes: [{}, {}] });
  expect(await of({ limit: 1 })).toMatchObject({ totalCount: 4, isCut: true, nodes: [{}] });
});

function hasCycle(links: readonly Pick<LinkRow, "sourceId" | "targetId">[]): boolean {
  const left = new Set(links);
  for (;;) {
    const sources = new Set([...left].map(({ sourceId }) => sourceId));
    const leaves = [...left].filter(({ targetId }) => !sources.has(targetId));
    if (leaves.length === 0) return left.size > 0;
    for (const leaf of leaves) left.delete(leaf);
  }
}

/** All of them, by trying everything. */
function simplePaths(edges: readonly (readonly [number, number])[], path: readonly number[], left: number): string[] {
  const last = path.at(-1);
  if (last === 4) return [path.join(" ")];
  if (left === 0) return [];
  const next = edges.flatMap(([a, b]) => (a === last ? b : b === last ? a : []));
  return [...new Set(next)]
    .filter((each) => !path.includes(each))
    .flatMap((each) => simplePaths(edges, [...path, each], left - 1));
}
