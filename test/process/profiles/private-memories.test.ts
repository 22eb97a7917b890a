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
  const ask = { context: "salary of the engineer, and lunch" };

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
  const merged = await bob.answer("memory_store", { ...secret, content: "It is 1.", on_conflict: "merge" });
  expect(merged.structuredContent).toMatchObject({ error: { code: "MEMORY_EXISTS" } });
  expect(merged.texts.join()).not.toContain("5,000");
  expect(await ann.call("memory_get", { id: kept.id ?? null })).toMatchObject({ content: secret.content });
  // Nor does one agent make private what another one wrote.
  const theirs = await bob.answer("memory_store", { ...secret, title: "Pay", scope: "private", on_conflict: "merge" });
  expect(theirs.structuredContent).toMatchObject({ status: "merged" });
  const taken = { title: "Lunch", content: "Lunch is at noon.", namespace: "team" };
  await bob.call("memory_store", taken);
  const hidden = await ann.answer("memory_store", { ...taken, scope: "private", on_conflict: "merge" });
  expect(hidden.structuredContent).toMatchObject({ error: { code: "MEMORY_EXISTS" } });
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
