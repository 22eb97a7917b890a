import { describe, expect, it } from "vitest";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// A client of ai-memory: it finds the tools that it knows under their own names, and never heard of sessions.

const serve = serversOfTest();

it("lists what belongs to ai-memory, and the tools that call what its names find", async () => {
  const client = await clientOfList(await serve({ profile: "ai_memory" }));
  expect(client.names.toSorted()).toEqual([
    "call_destructive",
    "call_read",
    "call_write",
    "memory_agent_list",
    "memory_agent_register",
    "memory_archive_list",
    "memory_archive_purge",
    "memory_archive_restore",
    "memory_archive_stats",
    "memory_atomise",
    "memory_auto_tag",
    "memory_capabilities",
    "memory_capture_turn",
    "memory_check_duplicate",
    "memory_consolidate",
    "memory_delete",
    "memory_dependents_of_invalidated",
    "memory_deref",
    "memory_detect_contradiction",
    "memory_entity_get_by_alias",
    "memory_entity_register",
    "memory_expand_query",
    "memory_export_reflection",
    "memory_find_paths",
    "memory_forget",
    "memory_gc",
    "memory_get",
    "memory_get_links",
    "memory_get_taxonomy",
    "memory_inbox",
    "memory_kg_invalidate",
    "memory_kg_query",
    "memory_kg_timeline",
    "memory_link",
    "memory_list",
    "memory_load_family",
    "memory_namespace_clear_standard",
    "memory_namespace_get_standard",
    "memory_namespace_set_standard",
    "memory_notify",
    "memory_offload",
    "memory_persona",
    "memory_persona_generate",
    "memory_promote",
    "memory_quota_status",
    "memory_recall",
    "memory_recall_observations",
    "memory_reflect",
    "memory_reflection_origin",
    "memory_replay",
    "memory_search",
    "memory_session_start",
    "memory_share",
    "memory_smart_load",
    "memory_stats",
    "memory_store",
    "memory_update",
  ]);
  expect(client.params("memory_store")).toEqual(expect.arrayContaining(["title", "content", "tier", "namespace"]));
  expect(client.params("memory_recall")).toEqual(expect.arrayContaining(["context", "as_agent", "budget_tokens"]));
});

const oldParams: readonly (readonly [tool: string, params: string])[] = [
  [
    "memory_update",
    "id title content tier namespace tags priority confidence expires_at metadata source_uri expected_version edit_source",
  ],
  ["memory_delete", "id"],
  ["memory_forget", "pattern namespace tier dry_run"],
  ["memory_promote", "id target_tier to_namespace"],
  ["memory_gc", "dry_run"],
  ["memory_archive_list", "namespace limit offset"],
  ["memory_archive_purge", "older_than_days"],
  ["memory_archive_restore", "id"],
  ["memory_link", "source_id target_id relation"],
  ["memory_get_links", "id"],
  ["memory_kg_query", "source_id max_depth limit valid_at include_invalidated allowed_agents namespace by_source_uri"],
  ["memory_kg_timeline", "source_id since until limit"],
  ["memory_kg_invalidate", "source_id target_id relation valid_until"],
  ["memory_find_paths", "source_id target_id max_depth max_results include_invalidated"],
  ["memory_entity_register", "canonical_name namespace aliases metadata agent_id"],
  ["memory_entity_get_by_alias", "alias namespace"],
  ["memory_get_taxonomy", "namespace_prefix depth limit"],
  ["memory_check_duplicate", "title content namespace threshold"],
  ["memory_auto_tag", "id"],
  ["memory_consolidate", "ids title summary namespace agent_id"],
  ["memory_expand_query", "query"],
  ["memory_detect_contradiction", "id_a id_b"],
  [
    "memory_capture_turn",
    "host_session_id host_turn_index role content namespace host_kind host_version timestamp_iso metadata tool_calls host_signature_b64 host_pubkey_b64",
  ],
  ["memory_session_start", "namespace limit format"],
  ["memory_recall_observations", "recall_id consumed since until limit"],
  ["memory_agent_register", "agent_id agent_type capabilities"],
  ["memory_notify", "target_agent_id title payload priority tier"],
  ["memory_inbox", "agent_id unread_only limit"],
  ["memory_reflect", "source_ids title content namespace tier tags priority confidence metadata agent_id depth"],
  ["memory_dependents_of_invalidated", "memory_id"],
  ["memory_export_reflection", "memory_id format"],
  ["memory_reflection_origin", "memory_id"],
  ["memory_share", "source_memory_id target_agent_id"],
  ["memory_offload", "content namespace ttl_seconds"],
  ["memory_deref", "ref_id"],
  ["memory_namespace_set_standard", "namespace id parent governance"],
  ["memory_namespace_get_standard", "namespace inherit"],
  ["memory_namespace_clear_standard", "namespace"],
  ["memory_quota_status", "agent_id namespace"],
  ["memory_persona", "entity_id namespace"],
  ["memory_persona_generate", "entity_id namespace"],
  ["memory_atomise", "memory_id max_atom_tokens force_re_atomise"],
  ["memory_replay", "memory_id verbose depth agent_id"],
  ["memory_search", "query namespace tier agent_id as_agent include_archived limit format source_uri"],
];

it("lists the params of ai-memory", async () => {
  const client = await clientOfList(await serve({ profile: "ai_memory" }));
  for (const [tool, params] of oldParams) {
    expect(client.params(tool), tool).toEqual(expect.arrayContaining(params.split(" ")));
  }
});

describe.each(["legacy", "2026-07-28"])("with a host of %s", (revision) => {
  it("is enough for a day's work", async () => {
    const workbench = await serve({ profile: "ai_memory", client: "claude-code", revision });
    const client = await clientOfList(workbench);
    const stored = await client.call("memory_store", {
      title: "Deploy window",
      content: "We deploy on Tuesdays before noon.",
      namespace: "ops/deploys",
      tags: ["deploy"],
      tier: "long",
    });
    expect(stored).toMatchObject({ status: "created", namespace: "ops/deploys", agent_id: "claude-code" });
    await client.call("memory_store", { content: "The staging database is called blue.", namespace: "ops" });

    const recalled = await client.answer("memory_recall", { context: "when do we deploy?", limit: 3 });
    expect(recalled.texts.join()).toContain("Tuesdays before noon");
    expect(titles(recalled.structuredContent?.memories)).toContain("Deploy window");
    expect(await client.call("memory_get", { id: stored.id ?? null })).toMatchObject({
      title: "Deploy window",
      content: "We deploy on Tuesdays before noon.",
    });
    const listed = await client.answer("memory_list", { namespace: "ops/deploys" });
    expect(listed.texts.join()).toContain("Deploy window");
    expect(titles(listed.structuredContent?.items)).toEqual(["Deploy window"]);

    // The same title again does what ai-memory does.
    const again = { title: "Deploy window", namespace: "ops/deploys", on_conflict: "merge" };
    expect(await client.call("memory_store", { ...again, content: "We deploy on Wednesdays." })).toMatchObject({
      status: "merged",
      id: stored.id,
    });
  });
});

it("finds what its list does not show, and calls it through the tools that are listed", async () => {
  const client = await clientOfList(await serve({ profile: "ai_memory", client: "claude-code" }));
  const found = await client.call("memory_smart_load", { intent: "create a task" });
  expect(JSON.stringify(found)).toContain("task_create");
  await client.call("call_write", { tool: "project_create", arguments: { name: "Atlas" } });
  const task = await client.call("call_write", {
    tool: "task_create",
    arguments: { project: "Atlas", title: "Draw the coast" },
  });
  expect(task).toMatchObject({ title: "Draw the coast", created_by: "claude-code" });
  expect(titles((await client.call("call_read", { tool: "task_list" })).items)).toEqual(["Draw the coast"]);
});
