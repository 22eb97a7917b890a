import { beforeEach, expect, it } from "vitest";
import { clientOfList, type ListClient } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// A client of ai-memory changes, lengthens and removes what it stored, with ai-memory's own names and params.

const serve = serversOfTest();
let client: ListClient;
beforeEach(async () => {
  client = await clientOfList(await serve({ profile: "ai_memory", client: "claude-code" }));
});

async function store(content: string, given: { title?: string; namespace?: string; tier?: string } = {}) {
  const { id } = await client.call("memory_store", { content, ...given });
  if (typeof id !== "string") throw new Error("a stored memory has an id");
  return id;
}

const contents = async (context: string) =>
  titles((await client.call("memory_recall", { context })).memories, "content");

it("updates parts of a memory, and refuses what is based on an older version", async () => {
  const id = await store("We deploy on Tuesdays.", { title: "Deploy window", tier: "long" });
  const change = {
    content: "We deploy on Fridays.",
    tags: ["deploy"],
    priority: 8,
    tier: "short",
    expected_version: 1,
  };
  const changed = await client.call("memory_update", { id, ...change, edit_source: "human" });
  expect(changed).toMatchObject({
    updated: true,
    edit_source: "human",
    memory: {
      id,
      title: "Deploy window",
      content: "We deploy on Fridays.",
      tier: "long",
      tags: ["deploy"],
      version: 2,
    },
  });
  const late = await client.answer("memory_update", { id, content: "We never deploy.", expected_version: 1 });
  expect(late.isError).toBe(true);
  expect(late.texts.join()).toContain("has version 2, not 1");
  expect(await client.call("memory_update", { id, content: "We deploy on Fridays." })).toMatchObject({
    updated: false,
    archived: null,
  });
  expect(await contents("when do we deploy?")).toEqual(["We deploy on Fridays."]);
  expect(await client.call("memory_get", { id })).toMatchObject({ priority: 8, version: 2 });
});

it("deletes for good what is confirmed, after saying what would go", async () => {
  const id = await store("The token of the mirror is 12345.", { title: "Token" });
  await client.call("memory_update", { id, content: "The token of the mirror is 67890." });
  const refused = await client.answer("memory_delete", { id });
  expect(refused.isError).toBe(true);
  expect(refused.texts.join()).toContain(
    `this would remove 'Token' (${id}) from global for good; with 1 archived version; no pack holds it`,
  );
  expect(refused.texts.join()).toContain("'confirm': true");
  expect(await contents("token of the mirror")).toEqual(["The token of the mirror is 67890."]);

  const removed = { deleted: true, id, versions: 1, packs: [] };
  expect(await client.call("memory_delete", { id, confirm: true })).toMatchObject(removed);
  expect(await contents("token of the mirror")).toEqual([]);
  expect(await client.call("memory_archive_list")).toMatchObject({ items: [], count: 0 });
  const gone = await client.answer("memory_get", { id });
  expect(gone.structuredContent).toMatchObject({ error: { code: "MEMORY_NOT_FOUND" } });
});

it("forgets by filter: says what would go, archives it, and restores it", async () => {
  const id = await store("We tried a cache of tiles.", { namespace: "scratch/tiles", tier: "mid" });
  await store("We tried a cache of names.", { namespace: "scratch/names", tier: "long" });
  await store("The cache of routes stays.", { namespace: "ops", tier: "mid" });
  const filter = { pattern: "CACHE", namespace: "scratch", tier: "mid" };
  expect(await client.call("memory_forget", { ...filter, dry_run: true })).toMatchObject({
    archived: 0,
    would_delete: 1,
    memories: [{ id, namespace: "scratch/tiles" }],
    more: false,
  });
  expect(await contents("cache")).toHaveLength(3);
  expect(await client.call("memory_forget", filter)).toMatchObject({ archived: 1, dry_run: false, memories: [{ id }] });
  expect(await contents("cache of tiles")).not.toContain("We tried a cache of tiles.");
  expect(await contents("cache")).toHaveLength(2);
  expect(await client.call("memory_archive_restore", { id })).toMatchObject({ restored: true, id, expires_at: null });
  expect((await contents("cache of tiles"))[0]).toBe("We tried a cache of tiles.");

  const all = await client.answer("memory_forget", { dry_run: true });
  expect(all.texts.join()).toContain("nothing says which memories to forget");
});

it("promotes to a longer life, and to a namespace above", async () => {
  const id = await store("Tests run in one thread.", { namespace: "org/unit/team", tier: "short" });
  expect(await client.call("memory_promote", { id, target_tier: "mid" })).toMatchObject({
    promoted: true,
    mode: "tier",
    tier: "mid",
    expires_at: expect.any(String),
  });
  expect(await client.call("memory_promote", { id })).toMatchObject({ promoted: true, tier: "long", expires_at: null });
  expect(await client.call("memory_promote", { id })).toMatchObject({ promoted: false, tier: "long" });
  const copied = await client.call("memory_promote", { id, to_namespace: "org" });
  expect(copied).toMatchObject({ promoted: true, mode: "vertical", source_id: id, namespace: "org" });
  expect(copied.clone_id).not.toBe(id);
  expect(await client.call("memory_get", { id: copied.clone_id ?? null })).toMatchObject({
    content: "Tests run in one thread.",
    namespace: "org",
  });
  expect((await client.call("memory_list", { namespace: "org" })).count).toBe(2);
});

it("collects what has ended, and counts what there is", async () => {
  const id = await store("The build is red today.", { tier: "short" });
  await store("The build needs Node 20.", { namespace: "ops" });
  expect(await client.call("memory_gc", { dry_run: true })).toMatchObject({ collected: 0, dry_run: true });
  await client.call("memory_update", { id, expires_at: "2020-01-01T00:00:00Z" });
  expect(await client.call("memory_gc", { dry_run: true })).toMatchObject({ collected: 1, memories: [{ id }] });
  expect(await client.call("memory_gc")).toMatchObject({ collected: 1, dry_run: false, memories: [{ id }] });
  expect(await client.call("memory_gc")).toMatchObject({ collected: 0, memories: [] });
  expect(await contents("build")).toEqual(["The build needs Node 20."]);
  expect(await client.call("memory_stats")).toMatchObject({
    total: 1,
    tiers: { short: 0, mid: 0, long: 1 },
    namespaces: [{ namespace: "ops", count: 1 }],
    ending_soon: 0,
    content_bytes: "The build needs Node 20.".length,
  });
});
