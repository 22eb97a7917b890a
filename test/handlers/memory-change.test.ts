import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { itemsOf } from "./items-of.ts";
import { memoriesOf } from "./open-workbench.ts";
import { type ServedClient, servedClient } from "./served-client.ts";

// Memories are changed, promoted, forgotten and restored, through a client of the SDK.

async function opened(options: Parameters<typeof servedClient>[0] = {}): Promise<ServedClient> {
  const client = await servedClient(options);
  await client.value("session_open", { agent: "claude" });
  return client;
}

async function stored(client: ServedClient, given: JsonObject): Promise<string> {
  return String((await client.value("memory_store", { force: true, ...given })).id);
}

const found = async (client: ServedClient, context: string) =>
  memoriesOf(await client.value("memory_recall", { context })).map(({ content }) => content);

const ports = { title: "Ports", content: "The bridge listens on 7179." };

describe("memory_update", () => {
  test("changes what is given, keeps the rest, and archives the version before", async () => {
    const client = await opened();
    const id = await stored(client, { ...ports, tags: ["net"], priority: 9, metadata: { a: 1 } });
    client.clock.advance(1_000);
    const updated = await client.value("memory_update", { id: id.slice(0, 8), content: "It listens on 8080." });
    expect(updated).toMatchObject({ updated: true, edit_source: "llm", archived: expect.any(String) });
    expect(updated.memory).toMatchObject({
      ...{ id, title: "Ports", content: "It listens on 8080.", tags: ["net"], priority: 9, version: 2 },
      updated_at: "2026-01-01T00:00:01.000Z",
      provenance: { metadata: { a: 1 }, created_at: "2026-01-01T00:00:00.000Z" },
    });
    expect(await found(client, "7179")).toEqual([]);
    expect(await found(client, "8080")).toEqual(["It listens on 8080."]);
    expect(itemsOf(await client.value("memory_archive_list"))).toMatchObject([
      { id: updated.archived, title: "Ports", preview: ports.content, reason: "replaced", version_of: id },
    ]);
  });

  test("a title that is the first line of the content changes with it, numbered where it is taken", async () => {
    const client = await opened();
    const id = await stored(client, { content: "The API port is 8080." });
    const changed = await client.value("memory_update", { id, content: "The API port is 9090." });
    expect(changed.memory).toMatchObject({ title: "The API port is 9090." });
    await stored(client, { title: "Closed.", content: "Something else." });
    const taken = await client.value("memory_update", { id, content: "Closed." });
    expect(taken.memory).toMatchObject({ title: "Closed. (2)", content: "Closed." });
    const named = await client.value("memory_update", { id, title: "Ports", content: "Closed." });
    expect(named.memory).toMatchObject({ title: "Ports" });
    const kept = await client.value("memory_update", { id, content: "Open." });
    expect(kept.memory).toMatchObject({ title: "Ports", content: "Open." });
  });

  test("changes every part that it takes", async () => {
    const client = await opened();
    await client.value("memory_store", { content: "Another." });
    const id = await stored(client, { ...ports, tier: "mid" });
    const given = {
      title: "Door",
      content: "It listens on 8080.",
      tier: "LONG",
      namespace: "team/net",
      kind: "claim",
      tags: ["a", "b"],
      priority: 2,
      confidence: 0.5,
      metadata: { b: 2 },
      source_uri: "doc:1",
      edit_source: "human",
    };
    const { memory, edit_source } = await client.value("memory_update", { id, ...given });
    expect([memory, edit_source]).toMatchObject([
      {
        ...{ title: "Door", content: "It listens on 8080.", tier: "long", namespace: "team/net", kind: "claim" },
        ...{ tags: ["a", "b"], priority: 2 },
        provenance: { confidence: 0.5, metadata: { b: 2 }, source_uri: "doc:1", expires_at: null },
      },
      "human",
    ]);
    expect(itemsOf(await client.value("memory_list", { namespace: "team" }))).toMatchObject([{ id }]);
  });

  test("sets and clears an end, lowers no tier, and says so", async () => {
    const client = await opened();
    const id = await stored(client, ports);
    const end = "2026-02-01T00:00:00.000Z";
    const set = await client.value("memory_update", { id, expires_at: end });
    expect(set).toMatchObject({ updated: true, archived: null, memory: { provenance: { expires_at: end } } });
    const cleared = await client.value("memory_update", { id, expires_at: null });
    expect(cleared).toMatchObject({ updated: true, memory: { provenance: { expires_at: null } } });
    const texts = await client.texts("memory_update", { id, tier: "short" });
    expect(texts.join("\n")).toContain("tier: it stays 'long'");
    expect(await client.value("memory_get", { id })).toMatchObject({ tier: "long" });
  });

  test("says that a tier stays, and that an end in the past archives", async () => {
    const client = await opened();
    const id = await stored(client, { ...ports, tier: "mid" });
    const texts = async (given: JsonObject) => (await client.texts("memory_update", { id, ...given })).join("\n");
    expect(await texts({ tier: "short" })).toContain("tier: it stays 'mid', a tier is never lowered");
    const ended = await texts({ expires_at: "2020-01-01T00:00:00Z" });
    expect(ended).toContain("archived, because its end is past; memory_archive_restore brings it back");
    expect(ended).not.toContain("kept until");
    expect(await client.value("memory_get", { id })).toMatchObject({ archived: true });
    // It was archived now, so that a purge of what is old leaves it.
    const purge = { older_than_days: 1, confirm: true };
    expect(await client.value("memory_archive_purge", purge)).toMatchObject({ purged: 0 });
    expect(await client.value("memory_archive_restore", { id })).toMatchObject({ restored: true });
  });

  test("changes nothing and archives nothing where nothing differs", async () => {
    const client = await opened();
    const id = await stored(client, ports);
    expect(await client.value("memory_update", { id, content: ports.content })).toMatchObject({
      ...{ updated: false, archived: null },
      memory: { version: 1 },
    });
    expect(await client.value("memory_update", { id })).toMatchObject({ updated: false });
    expect((await client.value("memory_archive_list")).count).toBe(0);
  });

  test("is refused for a version that was read too early, and nothing changes", async () => {
    const client = await opened();
    const id = await stored(client, ports);
    await client.value("memory_update", { id, content: "8080", expected_version: 1 });
    expect(await client.error("memory_update", { id, content: "9090", expected_version: 1 })).toMatchObject({
      code: "VERSION_CONFLICT",
      data: { memory: id, version: 2, expected: 1 },
    });
    expect(await client.value("memory_get", { id })).toMatchObject({ content: "8080", version: 2 });
  });

  test.each<[string, (id: string) => JsonObject, string]>([
    ["an unknown memory", () => ({ id: "00000000", content: "x" }), "MEMORY_NOT_FOUND"],
    ["a title that is taken", (id) => ({ id, title: "Other" }), "MEMORY_EXISTS"],
    ["a title with a control character", (id) => ({ id, title: "a\u0007b" }), "CONTROL_CHARACTER"],
    ["metadata that is too large", (id) => ({ id, metadata: { a: "x".repeat(70_000) } }), "METADATA_TOO_LARGE"],
    ["an unknown project", (id) => ({ id, project: "Nowhere" }), "PROJECT_NOT_FOUND"],
    ["a bad version", (id) => ({ id, expected_version: 0 }), "INVALID_ARGUMENTS"],
  ])("is refused: %s", async (_what, given, code) => {
    const client = await opened();
    const id = await stored(client, ports);
    await stored(client, { title: "Other", content: "Something else." });
    expect((await client.error("memory_update", given(id))).code).toBe(code);
    expect(await client.value("memory_get", { id })).toMatchObject({ ...ports, version: 1 });
  });

  test("of an archived memory is refused and names the way back", async () => {
    const client = await opened();
    const id = await stored(client, ports);
    await client.value("memory_forget", { ids: [id] });
    expect(await client.error("memory_update", { id, content: "x" })).toMatchObject({
      code: "MEMORY_ARCHIVED",
      hint: expect.stringContaining("memory_archive_restore"),
    });
  });
});

describe("undo", () => {
  test("of an update gives the memory its version back, and of that the other", async () => {
    const client = await opened();
    const id = await stored(client, ports);
    const { archived } = await client.value("memory_update", { id, title: "Doors", content: "It listens on 8080." });
    const undo = { id: String(archived), on_conflict: "replace" };
    expect(await client.value("memory_archive_restore", undo)).toMatchObject({ id, title: "Ports", archived });
    expect(await client.value("memory_get", { id })).toMatchObject({ ...ports, version: 3 });
    expect(await client.value("memory_archive_restore", undo)).toMatchObject({ id, title: "Doors", archived });
    expect(await client.value("memory_get", { id })).toMatchObject({ content: "It listens on 8080." });
  });

  test("of a merge is named by the receipt", async () => {
    const client = await opened();
    const id = await stored(client, ports);
    const merged = { title: "Ports", content: "It listens on 8080.", on_conflict: "merge" };
    const { status, replaced } = await client.value("memory_store", merged);
    expect(status).toBe("merged");
    await client.value("memory_archive_restore", { id: String(replaced), on_conflict: "replace" });
    expect(await client.value("memory_get", { id })).toMatchObject(ports);
  });

  test("of a forget restores every memory that it named", async () => {
    const client = await opened();
    const ids = [await stored(client, ports), await stored(client, { content: "The bridge is slow." })];
    const { memories } = await client.value("memory_forget", { pattern: "BRIDGE" });
    for (const { id } of memoriesOf({ memories: memories ?? [] })) {
      await client.value("memory_archive_restore", { id: String(id) });
    }
    expect(itemsOf(await client.value("memory_list")).map(({ id }) => id)).toEqual(ids.toReversed());
  });
});

describe("memory_archive_restore", () => {
  test("refuses a title that is taken, restores beside it, or takes its place", async () => {
    const client = await opened();
    const old = await stored(client, ports);
    await client.value("memory_forget", { ids: [old] });
    const current = await stored(client, { title: "Ports", content: "It listens on 8080." });
    expect(await client.error("memory_archive_restore", { id: old })).toMatchObject({
      code: "MEMORY_EXISTS",
      data: { id: current, title: "Ports", namespace: "global" },
    });
    const replaced = await client.value("memory_archive_restore", { id: old, on_conflict: "replace" });
    expect(replaced).toMatchObject({ id: old, title: "Ports", archived: current });
    const beside = await client.value("memory_archive_restore", { id: current, on_conflict: "version", tier: "short" });
    expect(beside).toMatchObject({ id: current, title: "Ports (2)", tier: "short", archived: null });
    expect(await found(client, "Ports")).toHaveLength(2);
    expect(await found(client, "2")).toEqual(["It listens on 8080."]);
  });

  test("makes a version of a live memory a memory of its own", async () => {
    const client = await opened();
    const id = await stored(client, ports);
    const { archived } = await client.value("memory_update", { id, title: "Doors" });
    expect((await client.error("memory_archive_restore", { id: String(archived) })).code).toBe("MEMORY_EXISTS");
    const beside = await client.value("memory_archive_restore", { id: String(archived), on_conflict: "version" });
    expect(beside).toMatchObject({ id: archived, title: "Ports" });
    await client.value("memory_delete", { id, confirm: true });
    expect(await found(client, "bridge")).toEqual([ports.content]);
  });

  test("of a live or unknown memory is refused", async () => {
    const client = await opened();
    const id = await stored(client, ports);
    expect((await client.error("memory_archive_restore", { id })).code).toBe("MEMORY_NOT_ARCHIVED");
    expect((await client.error("memory_archive_restore", { id: "00000000" })).code).toBe("MEMORY_NOT_FOUND");
  });
});

describe("memory_forget", () => {
  async function filled() {
    const client = await opened();
    await client.value("project_create", { name: "Atlas" }).catch(() => undefined);
    const ids = {
      a: await stored(client, { title: "a", content: "Tried a cache.", tags: ["Scratch"] }),
      b: await stored(client, { title: "b", content: "100% sure.", namespace: "team/net", tier: "short" }),
      c: await stored(client, { title: "c", content: "Cache it.", namespace: "team" }),
    };
    return { client, ids };
  }

  test.each<[string, JsonObject, string[]]>([
    ["a text, whatever its letter case", { pattern: "CACHE" }, ["c", "a"]],
    ["a text with signs", { pattern: "100%" }, ["b"]],
    ["a namespace, here and below", { namespace: "team" }, ["c", "b"]],
    ["a tier", { tier: "short" }, ["b"]],
    ["a tag", { tag: "scratch" }, ["a"]],
    ["all of several filters", { namespace: "team", pattern: "cache" }, ["c"]],
    ["filters that nothing meets", { tag: "scratch", tier: "mid" }, []],
  ])("by %s archives just these, and a dry run nothing", async (_what, filter, titles) => {
    const { client } = await filled();
    const dry = await client.value("memory_forget", { ...filter, dry_run: true });
    expect(dry).toMatchObject({ archived: 0, would_delete: titles.length, dry_run: true, more: false });
    expect((await client.value("memory_list")).count).toBe(3);
    const forgotten = await client.value("memory_forget", filter);
    expect(forgotten).toMatchObject({ archived: titles.length, dry_run: false, memories: dry.memories });
    expect(memoriesOf(forgotten).map(({ title }) => title)).toEqual(titles);
    expect((await client.value("memory_list")).count).toBe(3 - titles.length);
    expect(await client.value("memory_archive_stats")).toMatchObject({ reasons: { forgotten: titles.length } });
  });

  test("by ids takes beginnings of ids, and nothing where one of them is unknown", async () => {
    const { client, ids } = await filled();
    expect((await client.error("memory_forget", { ids: [ids.a, "00000000"] })).code).toBe("MEMORY_NOT_FOUND");
    expect((await client.value("memory_list")).count).toBe(3);
    const forgotten = await client.value("memory_forget", { ids: [ids.a.slice(0, 8), ids.b] });
    expect(memoriesOf(forgotten).map(({ id }) => id)).toEqual([ids.b, ids.a]);
  });

  test.each<[string, JsonObject, string]>([
    ["no filter", {}, "FILTER_MISSING"],
    ["a blank pattern alone", { pattern: " " }, "FILTER_MISSING"],
    ["a misspelled tier", { namespace: "team", tier: "lng" }, "INVALID_ARGUMENTS"],
    ["a dry run that is not a boolean", { namespace: "team", dry_run: "true" }, "INVALID_ARGUMENTS"],
    ["no ids", { ids: [] }, "INVALID_ARGUMENTS"],
  ])("with %s forgets nothing", async (_what, given, code) => {
    const { client } = await filled();
    expect((await client.error("memory_forget", given)).code).toBe(code);
    expect((await client.value("memory_list")).count).toBe(3);
  });
});

describe("memory_promote", () => {
  test("raises a tier, and lowers none", async () => {
    const client = await opened();
    const id = await stored(client, { ...ports, tier: "short" });
    const mid = await client.value("memory_promote", { id, target_tier: "mid" });
    expect(mid).toMatchObject({
      promoted: true,
      mode: "tier",
      id,
      tier: "mid",
      expires_at: "2026-01-08T00:00:00.000Z",
    });
    const long = { mode: "tier", tier: "long", expires_at: null };
    expect(await client.value("memory_promote", { id })).toMatchObject({ promoted: true, ...long });
    const lower = await client.value("memory_promote", { id, target_tier: "mid" });
    expect(lower).toMatchObject({ promoted: false, ...long });
  });

  test("copies to a namespace above, and refuses any other", async () => {
    const client = await opened();
    const id = await stored(client, { ...ports, namespace: "a/b/c" });
    const copy = await client.value("memory_promote", { id, to_namespace: "a" });
    expect(copy).toMatchObject({ promoted: true, mode: "vertical", source_id: id, namespace: "a" });
    expect(copy.id).not.toBe(id);
    expect(copy.id).toBe(copy.clone_id);
    expect(await client.value("memory_get", { id: String(copy.id) })).toMatchObject({ ...ports, namespace: "a" });
    expect(await client.value("memory_get", { id })).toMatchObject({ namespace: "a/b/c" });
    const refused = async (to_namespace: string) => (await client.error("memory_promote", { id, to_namespace })).code;
    expect(await Promise.all(["a/b/c", "a/bb", "b", "a", "a/.."].map(refused))).toEqual([
      ...["NAMESPACE_NOT_ABOVE", "NAMESPACE_NOT_ABOVE", "NAMESPACE_NOT_ABOVE", "MEMORY_EXISTS", "NAMESPACE_INVALID"],
    ]);
  });

  test("of an archived or unknown memory is refused", async () => {
    const client = await opened();
    const id = await stored(client, ports);
    await client.value("memory_forget", { ids: [id] });
    expect((await client.error("memory_promote", { id })).code).toBe("MEMORY_ARCHIVED");
    expect((await client.error("memory_promote", { id: "00000000" })).code).toBe("MEMORY_NOT_FOUND");
  });
});

test("memory_stats counts live memories by tier and place", async () => {
  const client = await opened();
  await stored(client, { ...ports, tier: "short" });
  await stored(client, { content: "ä", namespace: "team" });
  const gone = await stored(client, { content: "b", namespace: "team" });
  await client.value("memory_forget", { ids: [gone] });
  expect(await client.value("memory_stats")).toMatchObject({
    total: 2,
    tiers: { short: 1, mid: 0, long: 1 },
    namespaces: [
      { namespace: "global", count: 1 },
      { namespace: "team", count: 1 },
    ],
    ending_soon: 1,
    content_bytes: ports.content.length + 2,
    archived: 1,
  });
});

test("memory_archive_list pages by cursor and by offset, in one namespace and below", async () => {
  const client = await opened();
  for (const title of ["a", "b", "c", "d"]) {
    const id = await stored(client, { title, content: title, namespace: title === "d" ? "global" : `team/${title}` });
    client.clock.advance(1_000);
    await client.value("memory_forget", { ids: [id] });
  }
  const list = async (given: JsonObject) => {
    const page = await client.value("memory_archive_list", { namespace: "team", ...given });
    return { titles: itemsOf(page).map(({ title }) => title), cursor: page.next_cursor };
  };
  const first = await list({ limit: 2 });
  expect(first.titles).toEqual(["c", "b"]);
  expect(await list({ limit: 2, cursor: String(first.cursor) })).toEqual({ titles: ["a"], cursor: null });
  expect(await list({ offset: 1 })).toEqual({ titles: ["b", "a"], cursor: null });
  expect((await client.error("memory_archive_list", { cursor: String(first.cursor) })).code).toBe("CURSOR_INVALID");
});

test.each([
  ["memory_update", { id: "00000000", content: "x" }],
  ["memory_delete", { id: "00000000" }],
  ["memory_forget", { pattern: "x" }],
  ["memory_promote", { id: "00000000" }],
  ["memory_gc", {}],
  ["memory_archive_restore", { id: "00000000" }],
  ["memory_archive_purge", {}],
])("%s needs a session", async (tool, given) => {
  const client = await servedClient();
  expect((await client.error(tool, given)).code).toBe("SESSION_REQUIRED");
});
