import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// A client of ai-memory keeps its memories in order, over stdio and on a real database. No model is configured: each answer says
// that words alone were compared.

const serve = serversOfTest();

async function connected() {
  const workbench = await serve({ profile: "ai_memory", client: "claude-code" });
  const client = await clientOfList(workbench);
  const store = async (given: JsonObject) => {
    const { id } = await client.call("memory_store", given);
    if (typeof id !== "string") throw new Error("nothing was stored");
    return id;
  };
  return { workbench, client, store };
}

const deploys = {
  title: "Deploy window",
  content: "We deploy the uploader on Tuesdays before noon.",
  namespace: "ops",
};

it("finds what is stored already, before it is stored again", async () => {
  const { workbench, client, store } = await connected();
  const id = await store(deploys);
  const same = { title: "When to deploy", content: "we deploy the UPLOADER on tuesdays, before noon" };
  expect(await client.call("memory_check_duplicate", same)).toMatchObject({
    ...{ is_duplicate: true, threshold: 0.85, suggested_merge: id, candidates_scanned: 1, method: "words" },
    nearest: { id, title: "Deploy window", namespace: "ops", similarity: 1 },
  });
  // What a store refuses, this finds.
  expect(await client.call("memory_store", { ...same, namespace: "ops" })).toMatchObject({ status: "similar_exists" });

  const near = { title: "Deploy window", content: "We deploy the importer on Tuesdays before noon." };
  expect(await client.call("memory_check_duplicate", near)).toMatchObject({
    ...{ is_duplicate: false, suggested_merge: null },
    nearest: { id, similarity: 0.8 },
  });
  expect(await client.call("memory_check_duplicate", { ...near, threshold: 0.75 })).toMatchObject({
    ...{ is_duplicate: true, threshold: 0.75, suggested_merge: id },
  });
  // A negation turns a statement round.
  const not = { title: "Deploy window", content: "We do not deploy the uploader on Tuesdays before noon." };
  expect(await client.call("memory_check_duplicate", { ...not, threshold: 0.5 })).toMatchObject({
    ...{ is_duplicate: false, nearest: null },
  });
  expect(await client.call("memory_check_duplicate", { ...same, namespace: "ops/other" })).toMatchObject({
    ...{ nearest: null, candidates_scanned: 0 },
  });
  for (const threshold of [0.49, 1.01, "half"]) {
    expect(await workbench.error("memory_check_duplicate", { ...same, threshold })).toMatchObject({
      code: "INVALID_ARGUMENTS",
    });
  }
});

it("tags a memory without a model, once, and the tags find it", async () => {
  const { workbench, client, store } = await connected();
  const id = await store({ ...deploys, tags: ["Tuesdays"] });
  const tagged = await client.call("memory_auto_tag", { id });
  expect(tagged).toMatchObject({ id, method: "words", archived: expect.any(String) });
  expect(tagged.new_tags).toContain("uploader");
  expect(tagged.new_tags).not.toContain("tuesdays");
  expect(tagged.all_tags).toEqual(["Tuesdays", ...(tagged.new_tags as readonly string[])]);
  expect(await client.call("memory_get", { id })).toMatchObject({ tags: tagged.all_tags, version: 2 });
  const found = await client.call("memory_recall", { context: "deploy", tags: "uploader" });
  expect(found).toMatchObject({ count: 1 });
  expect(await client.call("memory_auto_tag", { id: id.slice(0, 8) })).toMatchObject({ new_tags: [], archived: null });

  const full = await store({
    ...deploys,
    title: "Full",
    namespace: "b",
    tags: Array.from({ length: 49 }, (_, n) => `t${n}`),
  });
  const filled = await client.call("memory_auto_tag", { id: full });
  expect(filled.new_tags).toHaveLength(1);
  expect(filled.all_tags).toHaveLength(50);
  await client.call("memory_forget", { pattern: "uploader", namespace: "b" });
  expect(await workbench.error("memory_auto_tag", { id: full })).toMatchObject({ code: "MEMORY_ARCHIVED" });
  expect(await workbench.error("memory_auto_tag", { id: "ffffffff" })).toMatchObject({ code: "MEMORY_NOT_FOUND" });
});

it("makes one memory of several without losing any, and takes that back over a restart", async () => {
  const { workbench, client, store } = await connected();
  const port = await store({ title: "Port", content: "The bridge listens on 7179.", priority: 8, tags: ["bridge"] });
  const health = await store({ title: "Health", content: "Its health check answers on 8080.", tags: ["health"] });
  const made = await client.call("memory_consolidate", { ids: [port.slice(0, 8), health], title: "Port" });
  expect(made).toMatchObject({
    ...{ consolidated: 2, sources: [port, health], auto_summary: true, method: "words" },
    summary_preview: "The bridge listens on 7179. Its health check answers on 8080.",
  });
  const id = String(made.id);
  expect(await client.call("memory_get", { id })).toMatchObject({
    ...{
      title: "Port",
      tier: "long",
      priority: 8,
      tags: ["bridge", "health"],
      provenance: { source: "consolidation" },
    },
  });
  expect(await client.call("memory_get", { id: port })).toMatchObject({ archived: true });
  expect(await client.call("memory_get_links", { id })).toMatchObject({
    links: [
      { relation: "derived_from", target_id: port },
      { relation: "derived_from", target_id: health },
    ],
  });
  const found = await client.call("memory_recall", { context: "bridge port" });
  expect(titles(found.memories, "id")).toEqual([id]);

  const later = await clientOfList(
    await serve({ profile: "ai_memory", client: "claude-code", databasePath: workbench.databasePath }),
  );
  const undone = await later.call("call_write", { tool: "memory_consolidate_undo", arguments: { id } });
  expect(undone).toMatchObject({ id, restored: [{ id: port, title: "Port" }, { id: health }], left: 0 });
  expect(titles((await later.call("memory_list")).items, "id")).toEqual([health, port]);
  expect(await later.call("memory_get_links", { id: port })).toMatchObject({ count: 0 });
  const given = {
    ids: [port, health],
    title: "Ports",
    summary: "7179 and 8080.",
    namespace: "ops",
    agent_id: "scribe",
  };
  expect(await later.call("memory_consolidate", given)).toMatchObject({ auto_summary: false, method: "given" });
  expect(await workbench.error("memory_consolidate", { ...given, ids: [port] })).toMatchObject({
    code: "INVALID_ARGUMENTS",
  });
});

it("warns where a summary lacks parts of its sources", async () => {
  const { client, store } = await connected();
  const long = (word: string) => Array.from({ length: 300 }, (_, n) => `The ${word} has the part ${n}.`).join(" ");
  const ids = [
    await store({ title: "Bridge", content: long("bridge"), force: true }),
    await store({ title: "Cache", content: long("cache"), force: true }),
  ];
  const made = await client.call("memory_consolidate", { ids, title: "Parts" });
  expect(made.warning).toContain("the summary lacks parts of the sources");
});

it("finds other words for a query, first those that memories hold", async () => {
  const { client, store } = await connected();
  await store({ title: "Engine", content: "We keep everything in sqlite." });
  const expanded = await client.call("memory_expand_query", { query: "which database?" });
  expect(expanded).toMatchObject({ original: "which database?", method: "words" });
  expect((expanded.expanded_terms as readonly string[])[0]).toBe("sqlite");
  expect(expanded.expanded_terms).toContain("postgres");
  expect(expanded.expanded_terms).not.toContain("database");
  expect(await client.call("memory_expand_query", { query: "the and of" })).toMatchObject({ expanded_terms: [] });
});

it("says what two memories say against each other, and keeps it as a link", async () => {
  const { workbench, client, store } = await connected();
  const a = await store({ title: "Deploys", content: "Tests run first. We deploy the uploader on Tuesdays." });
  const b = await store({ title: "Release", content: "We deploy the uploader on Fridays.", namespace: "ops" });
  const found = await client.call("memory_detect_contradiction", { id_a: a, id_b: b.slice(0, 8) });
  expect(found).toMatchObject({
    ...{ contradicts: true, reason: "value", method: "words" },
    ...{ sentence_a: "We deploy the uploader on Tuesdays.", sentence_b: "We deploy the uploader on Fridays." },
    ...{ memory_a: { id: a, title: "Deploys" }, memory_b: { id: b, title: "Release", namespace: "ops" } },
  });
  await client.call("memory_link", { source_id: a, target_id: b, relation: "contradicts" });
  expect(await client.call("memory_get_links", { id: b })).toMatchObject({ links: [{ relation: "contradicts" }] });
  expect(await client.call("memory_detect_contradiction", { id_a: a, id_b: a })).toMatchObject({
    ...{ contradicts: false, reason: null },
  });
  const unknown = await workbench.error("memory_detect_contradiction", { id_a: a, id_b: "ffffffff" });
  expect(unknown).toMatchObject({ code: "MEMORY_NOT_FOUND" });
});

it("finds memories that hold all words, with every filter before the limit", async () => {
  const { workbench, client, store } = await connected();
  const docs = "doc:bridge.md";
  const one = await store({
    title: "Port",
    content: "The bridge listens on 7179.",
    namespace: "ops",
    source_uri: docs,
  });
  for (let n = 0; n < 25; n++) await store({ content: `The bridge has the part ${n}.`, force: true, tier: "short" });
  const found = async (given: JsonObject) => titles((await client.call("memory_search", given)).results, "id");
  expect(await found({ query: "LISTENING bridge" })).toEqual([one]);
  expect(await found({ query: "bridge", namespace: "ops" })).toEqual([one]);
  expect(await found({ query: "bridge", tier: "long", limit: 1 })).toEqual([one]);
  expect(await found({ query: "bridge", source_uri: docs, agent_id: "claude-code" })).toEqual([one]);
  expect(await found({ query: "bridge", agent_id: "somebody" })).toEqual([]);
  expect(await found({ query: 'bridge -part* OR "7179' })).toEqual([]);
  const all = await client.answer("memory_search", { query: "bridge" });
  expect(all.structuredContent).toMatchObject({ count: 20, more: true });
  // The answer shows contents, in each form.
  expect(all.texts.join()).toContain("The bridge has the part 24.");
  for (const format of ["toon", "toon_compact"]) {
    const { texts } = await client.answer("memory_search", { query: "listens", format });
    expect(texts.join()).toContain("The bridge listens on 7179.");
  }
  const hidden = await store({
    title: "Team",
    content: "The bridge of the team.",
    namespace: "org/a/x",
    scope: "team",
  });
  expect(await found({ query: "team", as_agent: "org/a/y" })).toEqual([hidden]);
  expect(await found({ query: "team", as_agent: "org/b/y" })).toEqual([]);
  await client.call("memory_forget", { namespace: "ops" });
  expect(await found({ query: "listens" })).toEqual([]);
  expect(await found({ query: "listens", include_archived: true })).toEqual([one]);
  for (const bad of [{ limit: 201 }, { limit: 0 }, { tier: "lng" }, { namespace: "a b" }, { format: "xml" }]) {
    const error = await workbench.error("memory_search", { query: "bridge", ...bad });
    expect(error).toMatchObject({ code: "INVALID_ARGUMENTS" });
  }
});
