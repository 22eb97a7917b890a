import { expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "../../../src/contract/json.ts";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// Two agents on one database: what one keeps private is not there for the other, whatever it calls.

const serve = serversOfTest();

async function twoAgents(profile: string) {
  const first = await serve({ profile, client: "ann" });
  const second = await serve({ profile, client: "bob", databasePath: first.databasePath });
  return { ann: await clientOfList(first), bob: await clientOfList(second), databasePath: first.databasePath };
}

const secret = { title: "Salary", content: "The salary of the new engineer is 5,000.", namespace: "team" };
const lunch = "Lunch is at noon.";

it("a memory is shared, unless its agent says that it is private", async () => {
  const { ann, bob } = await twoAgents("ai_memory");
  const shared = await ann.call("memory_store", { content: lunch, namespace: "team" });
  const kept = await ann.call("memory_store", { ...secret, scope: "private" });
  const ask = { context: "lunch at noon, salary" };

  const recalled = async (client: typeof ann, given: JsonObject = {}) =>
    titles((await client.call("memory_recall", { ...ask, ...given })).memories, "content").toSorted();
  const listed = async (client: typeof ann, given: JsonObject = {}) =>
    titles((await client.call("memory_list", given)).items, "content");
  expect(await recalled(ann)).toEqual([lunch, secret.content]);
  expect(await recalled(bob)).toEqual([lunch]);
  expect(await recalled(bob, { as_agent: "team" })).toEqual([lunch]);
  expect(await listed(ann)).toEqual([secret.content, lunch]);
  expect(await listed(bob)).toEqual([lunch]);
  expect(await listed(bob, { agent_id: "ann" })).toEqual([lunch]);
  expect(await ann.call("memory_get", { id: kept.id ?? null })).toMatchObject({ title: "Salary" });
  expect(await bob.call("memory_get", { id: shared.id ?? null })).toMatchObject({ title: "Lunch is at noon." });
  const refused = await bob.answer("memory_get", { id: kept.id ?? null });
  expect(refused.structuredContent).toMatchObject({ error: { code: "MEMORY_NOT_FOUND" } });
});

it("no check for similar memories and no merge betrays or changes it", async () => {
  const { ann, bob } = await twoAgents("ai_memory");
  const kept = await ann.call("memory_store", { ...secret, scope: "private" });
  // The same words under another title are new to the other agent.
  expect(await bob.call("memory_store", { ...secret, title: "Pay" })).toMatchObject({ status: "created" });
  // Nor does the title show that it is there.
  const merge = { ...secret, content: "It is 1.", on_conflict: "merge" };
  expect(await bob.call("memory_store", merge)).toMatchObject({ status: "created", title: "Salary" });
  expect(await ann.call("memory_get", { id: kept.id ?? null })).toMatchObject({ content: secret.content });
  // Nor does one agent make private what another one wrote.
  const theirs = await bob.answer("memory_store", { ...secret, title: "Pay", scope: "private", on_conflict: "merge" });
  expect(theirs.structuredContent).toMatchObject({ status: "merged" });
  const taken = { title: "Lunch", content: "Lunch is at noon.", namespace: "team" };
  await bob.call("memory_store", taken);
  const hidden = await ann.answer("memory_store", { ...taken, scope: "private", on_conflict: "merge" });
  expect(hidden.structuredContent).toMatchObject({ error: { code: "MEMORY_EXISTS" } });
});

it("a recall does not tell which words it holds", async () => {
  const { ann, bob } = await twoAgents("ai_memory");
  await ann.call("memory_store", { title: "Card", content: "Bank PIN is 4417, kept by Marguerite.", scope: "private" });
  await bob.call("memory_store", { title: "Lunch", content: lunch });
  const recalled = async (client: typeof ann, context: string) =>
    (await client.answer("memory_recall", { context })).texts;
  for (const word of ["4417", "4416", "marguerite", "margarete"]) {
    expect((await recalled(bob, word)).join()).toContain(`No memory holds '${word}'.`);
  }
  expect((await recalled(ann, "4417")).join()).toContain("Bank PIN");
  // Nor does a typing error in a word of it.
  expect((await recalled(bob, "marguerit")).join()).toContain("No memory holds 'marguerit'.");
});

it("who stores it can't say that it is another agent's", async () => {
  const { ann, bob } = await twoAgents("ai_memory");
  const given = { ...secret, scope: "private" };
  const refused = { error: { code: "PRIVATE_OWNER", data: { agent: expect.any(String) } } };
  const foreign = await ann.answer("memory_store", { ...given, agent_id: "bob" });
  expect(foreign.structuredContent).toMatchObject(refused);
  const kept = await ann.call("memory_store", given);
  expect(
    await ann.call("memory_store", { ...given, on_conflict: "merge", agent_id: String(kept.agent_id) }),
  ).toMatchObject({ status: "merged" });
  const merged = await ann.answer("memory_store", { ...secret, on_conflict: "merge", agent_id: "bob" });
  expect(merged.structuredContent).toMatchObject(refused);
  expect(await bob.call("memory_list")).toMatchObject({ count: 0 });
});

it("who deletes a project neither counts nor deletes it", async () => {
  const first = await serve({ profile: "full" });
  const ann = await clientOfList(first);
  const bob = await clientOfList(await serve({ profile: "full", databasePath: first.databasePath }));
  await ann.call("session_open", { agent: "ann" });
  await bob.call("session_open", { agent: "bob" });
  await ann.call("project_create", { name: "Atlas" });
  const { content } = secret;
  const { id: kept = null } = await ann.call("memory_store", { project: "Atlas", content, scope: "private" });
  await bob.call("memory_store", { project: "Atlas", content: lunch, scope: "private" });
  await ann.call("memory_store", { project: "Atlas", content: "Maps are drawn by hand." });
  const preview = await bob.answer("project_delete", { project: "Atlas" });
  expect(preview.texts.join()).toContain("with 0 tasks and 2 memories");
  expect(await bob.call("project_delete", { project: "Atlas", confirm: true })).toMatchObject({ memories_count: 2 });
  expect(await ann.call("memory_get", { id: kept })).toMatchObject({ content, namespace: "project/atlas" });
  expect(titles((await ann.call("memory_list", { namespace: "project/atlas" })).items, "content")).toEqual([content]);
  // Nor does it keep another project from the name.
  await bob.call("project_create", { name: "Maps" });
  await bob.call("project_manage", { action: "update", project: "Maps", name: "Atlas" });
});

it("packs, tasks and briefings leave it out", async () => {
  const first = await serve({ profile: "full" });
  const ann = await clientOfList(first);
  const bob = await clientOfList(await serve({ profile: "full", databasePath: first.databasePath }));
  await ann.call("session_open", { agent: "ann" });
  await ann.call("project_create", { name: "Atlas" });
  const { id: task = null } = await ann.call("task_create", { project: "Atlas", title: "Hire" });
  await ann.call("task_manage", { action: "start", task });
  const { id: memory = null } = await ann.call("memory_store", { ...secret, scope: "private" });
  const { id: pack = null } = await ann.call("pack_manage", { action: "create", name: "Hiring", type: "project" });
  await ann.call("pack_manage", { action: "add_memory", pack, memory });
  const seen = async (client: typeof ann, agent: string) => {
    const { briefing } = await client.call("session_open", { agent });
    if (!isJsonObject(briefing)) throw new Error("a session begins with a briefing");
    return {
      count: briefing.memories_count,
      recent: titles(briefing.recent_memories),
      ofTask: titles((await client.call("task_get", { task })).memories),
      inPack: titles((await client.call("pack_get", { pack })).memories),
    };
  };
  expect(await seen(ann, "ann")).toEqual({ count: 1, recent: ["Salary"], ofTask: ["Salary"], inPack: ["Salary"] });
  expect(await seen(bob, "bob")).toEqual({ count: 0, recent: [], ofTask: [], inPack: [] });
  const refused = await bob.answer("pack_manage", { action: "add_memory", pack, memory });
  expect(refused.structuredContent).toMatchObject({ error: { code: "MEMORY_NOT_FOUND" } });
});

it("who reads without a session sees none", async () => {
  const first = await serve({ profile: "full" });
  const ann = await clientOfList(first);
  await ann.call("session_open", { agent: "ann" });
  await ann.call("memory_store", { ...secret, scope: "private" });
  const reader = await clientOfList(await serve({ profile: "full", databasePath: first.databasePath }));
  expect(titles((await reader.call("memory_list")).items)).toEqual([]);
  expect(titles((await ann.call("memory_list")).items)).toEqual(["Salary"]);
});
