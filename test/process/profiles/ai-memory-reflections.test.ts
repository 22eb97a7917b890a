import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// A client of ai-memory draws conclusions and finds what rests on what, over stdio and on a real database.

const serve = serversOfTest();

async function connected() {
  const workbench = await serve({ profile: "ai_memory", client: "claude-code" });
  const client = await clientOfList(workbench);
  const store = async (given: JsonObject) => {
    const { id } = await client.call("memory_store", given);
    if (typeof id !== "string") throw new Error("nothing was stored");
    return id;
  };
  const reflect = async (title: string, ...source_ids: readonly string[]) => {
    const { id } = await client.call("memory_reflect", { source_ids, title, content: `${title} is a conclusion.` });
    if (typeof id !== "string") throw new Error("nothing was stored");
    return id;
  };
  return { workbench, client, store, reflect };
}

it("goes one deeper than its sources, three at most, and never in a circle", async () => {
  const { workbench, client, store, reflect } = await connected();
  const a = await store({ title: "A", content: "The build failed on Monday.", namespace: "ci/builds" });
  const b = await store({ title: "B", content: "A cache was full on Tuesday.", namespace: "ci/builds" });
  const one = await reflect("One", a.slice(0, 8), b, a);
  expect(await client.call("memory_get", { id: one })).toMatchObject({ kind: "reflection", namespace: "ci/builds" });
  expect(titles((await client.call("memory_get_links", { id: one })).links, "relation")).toEqual([
    "reflects_on",
    "reflects_on",
  ]);
  const two = await reflect("Two", one, b);
  const three = await reflect("Three", a, two);
  const given = { source_ids: [three], title: "Four", content: "Too far from what was seen." };
  const deep = await workbench.error("memory_reflect", given);
  expect(deep).toMatchObject({ code: "REFLECTION_DEPTH", data: { depth: 4 } });
  // What was refused left nothing.
  expect(await client.call("memory_search", { query: "Too far" })).toMatchObject({ count: 0 });
  const circle = { source_id: a, target_id: three, relation: "reflects_on" };
  expect(await workbench.error("memory_link", circle)).toMatchObject({ code: "LINK_CYCLE" });
  expect(await client.call("memory_reflection_origin", { memory_id: three })).toMatchObject({
    ...{ is_reflection: true, original_depth: 3, local_depth_at_arrival: 3, agent_id: "claude-code" },
    ...{ sources: [{ id: a }, { id: two }], peer_origin: null, signing_agent: null },
  });
  expect(await client.call("memory_reflection_origin", { memory_id: a })).toMatchObject({
    ...{ is_reflection: false, original_depth: 0, sources: [] },
  });
});

it("finds what rests on a memory that turns out wrong, as long as the links hold", async () => {
  const { workbench, client, store, reflect } = await connected();
  const a = await store({ title: "A", content: "The build failed on Monday." });
  const one = await reflect("One", a);
  const two = await reflect("Two", one);
  await reflect("Both", one, a);
  const dependents = async () => client.call("memory_dependents_of_invalidated", { memory_id: a });
  const before = await dependents();
  expect(before).toMatchObject({ memory_id: a, invalidated: false, count: 3, more: false });
  expect(titles(before.dependents).toSorted()).toEqual(["Both", "One", "Two"]);
  expect(titles(before.dependents, "distance")).toEqual([1, 1, 2]);

  const better = await store({ title: "C", content: "On Monday the build was never started." });
  await client.call("memory_link", { source_id: better, target_id: a, relation: "contradicts" });
  await client.call("memory_kg_invalidate", { source_id: two, target_id: one, relation: "reflects_on" });
  const after = await dependents();
  expect(after).toMatchObject({ invalidated: true, count: 2 });
  await client.call("memory_forget", { ids: [one] });
  expect(titles((await dependents()).dependents)).toEqual(["Both"]);
  const unknown = await workbench.error("memory_dependents_of_invalidated", { memory_id: "ffffffff" });
  expect(unknown).toMatchObject({ code: "MEMORY_NOT_FOUND" });
});

it("stores all of a reflection or nothing, and nothing of what is private to others", async () => {
  const { workbench, client, store, reflect } = await connected();
  const a = await store({ title: "A", content: "The build failed on Monday." });
  const gone = await store({ title: "B", content: "A cache was full on Tuesday." });
  await client.call("memory_forget", { ids: [gone] });
  const given = { source_ids: [a], title: "One", content: "Mondays are bad." };
  for (const [wrong, code] of [
    [{ source_ids: [a, "ffffffff"] }, "MEMORY_NOT_FOUND"],
    [{ source_ids: [a, gone] }, "MEMORY_ARCHIVED"],
    [{ source_ids: [] }, "INVALID_ARGUMENTS"],
    [{ title: "A" }, "MEMORY_EXISTS"],
    [{ depth: 2 }, "REFLECTION_DEPTH"],
    [{ depth: "one" }, "INVALID_ARGUMENTS"],
    [{ tier: "lng" }, "INVALID_ARGUMENTS"],
    [{ confidence: 1.1 }, "INVALID_ARGUMENTS"],
    [{ namespace: "a/.." }, "NAMESPACE_INVALID"],
    [{ tags: ["a\u202Eb"] }, "CONTROL_CHARACTER"],
    [{ metadata: { text: "x".repeat(66_000) } }, "METADATA_TOO_LARGE"],
  ] as const) {
    expect(await workbench.error("memory_reflect", { ...given, ...wrong }), code).toMatchObject({ code });
  }
  expect(await client.call("memory_list")).toMatchObject({ count: 1 });
  expect(await client.call("memory_get_links", { id: a })).toMatchObject({ count: 0 });

  const secret = await store({ title: "Mine", content: "I doubt it.", scope: "private" });
  const mine = await reflect("Doubt", a, secret);
  const other = await serve({ profile: "ai_memory", client: "codex", databasePath: workbench.databasePath });
  const codex = await clientOfList(other);
  expect(await other.error("memory_get", { id: mine })).toMatchObject({ code: "MEMORY_NOT_FOUND" });
  expect(await codex.call("memory_dependents_of_invalidated", { memory_id: a })).toMatchObject({ count: 0 });
  const forged = await workbench.error("memory_reflect", { ...given, source_ids: [secret], agent_id: "codex" });
  expect(forged).toMatchObject({ code: "PRIVATE_OWNER" });
  const exported = await workbench.error("memory_export_reflection", { memory_id: mine });
  expect(exported).toMatchObject({
    code: "REFLECTION_NOT_EXPORTED",
    message: expect.stringContaining("it is private or encrypted"),
  });
  expect(await workbench.error("memory_export_reflection", { memory_id: a })).toMatchObject({
    code: "REFLECTION_NOT_EXPORTED",
  });
  expect(await workbench.error("memory_export_reflection", { memory_id: mine, format: "pdf" })).toMatchObject({
    code: "INVALID_ARGUMENTS",
  });
});

it("exports the file that people can edit and import", async () => {
  const { client, store, reflect } = await connected();
  const a = await store({ title: "Monday", content: "The build failed on Monday." });
  const one = await reflect("Bad days", a);
  const { content, suggested_filename } = await client.call("memory_export_reflection", { memory_id: one });
  expect(suggested_filename).toBe(`bad-days-${one.slice(0, 8)}.md`);
  expect(content).toContain(`id: ${one}`);
  expect(content).toContain(`[[monday-${a.slice(0, 8)}|reflects_on]]`);
  expect(content).toContain("Bad days is a conclusion.");
});
