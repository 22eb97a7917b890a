import { beforeEach, expect, it } from "vitest";
import { loadTokenCounter } from "../../../src/cli/token-counter.ts";
import { clientOfList, type ListClient } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// What an agent of the default profile knows: kept with defaults, found by a question, changed, forgotten and brought back.

const serve = serversOfTest();
let client: ListClient;
beforeEach(async () => {
  client = await clientOfList(await serve({ client: "claude-code" }));
  await client.call("session_open", { agent: "claude" });
});

const store = async (content: string) => String((await client.call("memory_store", { content })).id);
const found = async (context: string) => titles((await client.call("memory_recall", { context })).memories, "content");

const peanuts = "The user is allergic to peanuts.";
const facts = [
  peanuts,
  "The staging database is reset every Monday at six.",
  "Deployments need the approval of two reviewers.",
  "The importer of the map service reads UTF-8 only.",
  "The cache of the tile server expires after fifteen minutes.",
  "Releases are tagged from the main branch, never from a branch of a feature.",
  "The API key of the weather service rotates on the first of each month.",
  "Logs are deleted after thirty days, except for those of failed deployments.",
  "Tiles of the map are 256 pixels wide.",
  "The bridge of the map service listens on port 7179.",
];

it("what is stored with defaults is kept until it is removed", async () => {
  const kept = await client.call("memory_store", { content: peanuts });
  expect(kept).toMatchObject({ status: "created", tier: "long", expires_at: null });
  const asked = await client.answer("memory_store", { content: "The build of today is red.", tier: "short" });
  expect(asked.structuredContent).toMatchObject({ tier: "short", expires_at: expect.any(String) });
  expect(asked.texts.join(), "the model reads until when").toMatch(/kept until \d{4}-\d\d-\d\d \d\d:\d\dZ/);
});

it("a question finds its answer first, a typo its word, and a stranger nothing", async () => {
  for (const fact of facts) await store(fact);
  expect((await found("which port does the bridge listen on?"))[0]).toBe(facts[9]);
  expect((await found("when is the staging database reset?"))[0]).toBe(facts[1]);
  expect((await found("what is the user allergic to?"))[0]).toBe(peanuts);
  expect((await found("alergic to penuts"))[0]).toBe(peanuts);

  const nothing = await client.answer("memory_recall", { context: "What is the capital of France?" });
  expect(nothing.structuredContent).toMatchObject({ memories: [], count: 0, more: false });
  expect(nothing.texts.join()).toContain("Nothing that is stored answers that. No memory holds 'capital', 'france'.");
  expect(nothing.texts.join()).toContain("Try other words for it");
});

it("ten facts cost little more than they say", async () => {
  for (const fact of facts) await store(`${fact} That is known of Borealis.`);
  const recalled = await client.answer("memory_recall", { context: "what is known of Borealis", limit: 10 });
  expect(titles(recalled.structuredContent?.memories, "content")).toHaveLength(10);
  const count = await loadTokenCounter();
  const text = recalled.texts.join("\n");
  for (const fact of facts) expect(text).toContain(fact);
  expect(count(text, "cl100k_base")).toBeLessThanOrEqual(600);
  expect(count(JSON.stringify(recalled.structuredContent), "cl100k_base")).toBeLessThanOrEqual(800);
});

it("a change is undone by what the answer names", async () => {
  const id = await store(peanuts);
  const changed = await client.call("memory_update", {
    id,
    content: "The user is allergic to walnuts.",
    tags: ["food"],
  });
  expect(changed).toMatchObject({ updated: true, memory: { version: 2, tags: ["food"] } });
  expect(await found("allergic")).toEqual(["The user is allergic to walnuts."]);
  const version = changed.archived ?? null;
  const undo = { id: version, on_conflict: "replace" };
  expect(await client.reach("memory_archive_restore", "restore an archived memory", undo)).toMatchObject({
    restored: true,
    id,
  });
  expect(await found("allergic")).toEqual([peanuts]);
});

it("what is forgotten is shown first, not found then, and brought back", async () => {
  const id = await store(peanuts);
  await store("The cache expires.");
  expect(await client.call("memory_forget", { pattern: "Peanut", dry_run: true })).toMatchObject({
    archived: 0,
    would_delete: 1,
    memories: [{ id }],
  });
  expect(await found("peanuts")).toEqual([peanuts]);
  expect(await client.call("memory_forget", { pattern: "Peanut" })).toMatchObject({ archived: 1, memories: [{ id }] });
  expect(await found("peanuts")).toEqual([]);
  const archived = await client.reach("memory_archive_list", "archived memories", {});
  expect(titles(archived.items, "id")).toEqual([id]);
  expect(await client.reach("memory_archive_restore", "restore an archived memory", { id })).toMatchObject({
    restored: true,
    expires_at: null,
  });
  expect(await found("peanuts")).toEqual([peanuts]);
  const without = await client.answer("memory_forget", {});
  expect(without.structuredContent).toMatchObject({ error: { code: "FILTER_MISSING" } });
});
