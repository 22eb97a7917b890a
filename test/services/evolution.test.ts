import fc from "fast-check";
import { expect, test } from "vitest";
import { storedEvolution } from "../../src/services/evolution/evolution.ts";
import { likenesses } from "../../src/services/evolution/likeness.ts";
import { storedGraph } from "../../src/services/graph/graph.ts";
import { storedWorkspaces } from "../../src/services/workspaces/workspaces.ts";
import { storeSeenBy } from "../../src/store/seen-by.ts";
import { lawCases } from "../law-cases.ts";
import { workbench, writer } from "./workbench.ts";

// Links that a run makes and takes back, and workspaces, on a real database.

const words = ["uploader", "retries", "failed", "cache", "bridge", "port", "importer", "token"];

async function filled(contents: readonly string[], over: { readonly scope?: "private" } = {}) {
  const bench = await workbench();
  const ids: string[] = [];
  for (const content of contents) {
    const outcome = await bench.memories.store({
      ...{ content, namespace: "workspace/maps", tier: "long", kind: "claim", scope: "collective", source: "nhi" },
      ...{ priority: 5, confidence: 1, tags: [], metadata: {}, force: true, leftOut: new Set(), writer, ...over },
    });
    if (outcome.status !== "created") throw new Error(outcome.status);
    ids.push(outcome.memory.id);
  }
  const graph = storedGraph(bench);
  const links = async () => {
    const found = await Promise.all(ids.map((id) => graph.linksOf(id, { isAnyTime: true })));
    return new Map(found.flat().map((link) => [link.id, link]));
  };
  const run = (over = {}) =>
    storedEvolution(bench).evolve({
      ...{ trigger: "manual", namespace: undefined, maxMemories: 100, isDryRun: false, writer },
      ...over,
    });
  return { ...bench, ids, graph, links, run, undo: storedEvolution(bench).undo };
}

const contents = fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }), {
  minLength: 2,
  maxLength: 8,
});

test("a dry run changes nothing, a run does what the dry run said, and taking it back restores every link", async () => {
  await fc.assert(
    fc.asyncProperty(contents, fc.boolean(), async (texts, isLinked) => {
      const { ids, graph, links, run, undo } = await filled(texts.map((text) => text.join(" ")));
      const [sourceId = "", targetId = ""] = ids;
      if (isLinked) await graph.link({ sourceId, targetId, relation: "solution", strength: 0.1, writer });
      const before = await links();
      const { proposals, id: none } = await run({ isDryRun: true });
      expect(none).toBeUndefined();
      expect(await links()).toEqual(before);
      const done = await run();
      expect(done.proposals).toEqual(proposals);
      const after = await links();
      const made = done.proposals.filter((proposal) => proposal.before === undefined);
      expect(after.size - before.size).toBe(made.length);
      expect((await run()).proposals, "a second run finds nothing more").toEqual([]);
      if (done.id === undefined) {
        expect(after).toEqual(before);
        return;
      }
      expect(await undo(done.id)).toEqual({
        ...{ status: "undone", removed: made.length, weakened: done.proposals.length - made.length, left: 0 },
      });
      expect(await links()).toEqual(before);
      expect(await undo(done.id)).toEqual({ status: "undone_before" });
    }),
    { numRuns: lawCases(25) },
  );
}, 60_000);

const alike = [
  "The uploader retries a failed upload.",
  "A failed upload of the uploader is logged.",
  "The bridge listens.",
];

test("what was changed since stays", async () => {
  const { clock, graph, ids, run, undo } = await filled(alike);
  const { id = "", proposals } = await run();
  expect(proposals).toMatchObject([{ relation: "pattern", reason: expect.stringContaining("upload") }]);
  const [link] = await graph.linksOf(ids[0] ?? "", {});
  if (link === undefined) throw new Error("the run has made no link");
  await graph.end({ ...link, validUntil: clock(), writer });
  expect(await undo(id)).toEqual({ status: "undone", removed: 0, weakened: 0, left: 1 });
  expect(await graph.linksOf(ids[0] ?? "", { isAnyTime: true })).toHaveLength(1);
  expect(await undo("nobody")).toEqual({ status: "not_found" });
});

test("private memories of others are not looked at, and a namespace keeps the others out", async () => {
  const { store, clock, run } = await filled(alike, { scope: "private" });
  const other = storedEvolution({ store: storeSeenBy(store, "other"), clock });
  const request = { trigger: "manual", namespace: undefined, maxMemories: 100, isDryRun: true, writer };
  expect(await other.evolve(request)).toEqual({ id: undefined, analyzed: 0, proposals: [] });
  expect(await run({ isDryRun: true, namespace: "project" })).toMatchObject({ analyzed: 0 });
  expect(await run({ isDryRun: true })).toMatchObject({ analyzed: 3 });
});

test("likeness is between 0 and 1, and does not depend on the order of the texts", () => {
  fc.assert(
    fc.property(contents, (texts) => {
      const given = texts.map((text, index) => ({ id: `m${index}`, text: text.join(" "), tags: [] }));
      const keys = (list: typeof given) =>
        new Set(likenesses(list).map(({ a, b, strength }) => `${[a, b].sort().join(" ")} ${strength}`));
      expect(keys(given.toReversed())).toEqual(keys(given));
      for (const { strength } of likenesses(given)) {
        expect(strength).toBeGreaterThanOrEqual(0.25);
        expect(strength).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("a workspace keeps its name and description, and counts its memories", async () => {
  const bench = await filled(alike);
  const workspaces = storedWorkspaces(bench);
  expect(await workspaces.find("Maps"), "memories were there before the name").toMatchObject({ memoryCount: 3 });
  expect(await workspaces.find("nowhere")).toBeUndefined();
  const made = await workspaces.make({ identifier: " Maps ", name: "The maps", description: "Coast", writer });
  expect(made).toMatchObject({ created: true, workspace: { id: "maps", memoryCount: 3 } });
  const again = await workspaces.make({ identifier: "maps", name: "Other", description: "x", writer });
  expect(again).toMatchObject({ created: false, workspace: { name: "The maps", description: "Coast" } });
  expect(await workspaces.find("maps")).toEqual(made.workspace);
  expect((await workspaces.make({ identifier: "/home/me/Atlas/", writer })).workspace).toMatchObject({
    ...{ id: "/home/me/Atlas", name: "Atlas" },
  });
});
