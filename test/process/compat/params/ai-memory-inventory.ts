/**
 * The tools of ai-memory that are here, with the params that it lists. What is left out stands in schema/retired.yaml with the reason.
 */
export const aiMemoryInventory: Readonly<Record<string, string>> = {
  memory_store:
    "title content tier namespace tags priority confidence source metadata agent_id scope on_conflict kind force source_uri signature created_at",
  memory_recall:
    "context namespace limit tags since until as_agent budget_tokens context_tokens session_id session_default include_archived has_citations source_uri_prefix kinds confidence_tier verbose_provenance format",
  memory_list: "namespace tier agent_id limit format",
  memory_get: "id",
  memory_search: "query namespace tier agent_id as_agent include_archived limit format",
  memory_load_family: "family namespace k",
  memory_smart_load: "intent namespace k",
  memory_update:
    "id title content tier namespace tags priority confidence expires_at metadata source_uri expected_version edit_source",
  memory_delete: "id",
  memory_forget: "pattern namespace tier dry_run",
  memory_gc: "dry_run",
  memory_promote: "id target_tier to_namespace",
  memory_capture_turn:
    "host_session_id host_turn_index role content namespace host_kind host_version timestamp_iso metadata tool_calls host_signature_b64 host_pubkey_b64",
  memory_kg_query: "source_id max_depth limit valid_at include_invalidated allowed_agents namespace by_source_uri",
  memory_kg_timeline: "source_id since until limit",
  memory_kg_invalidate: "source_id target_id relation valid_until",
  memory_link: "source_id target_id relation",
  memory_get_links: "id",
  memory_entity_register: "canonical_name namespace aliases metadata agent_id",
  memory_entity_get_by_alias: "alias namespace",
  memory_get_taxonomy: "namespace_prefix depth limit",
  memory_find_paths: "source_id target_id max_depth max_results include_invalidated",
  memory_consolidate: "ids title summary namespace agent_id",
  memory_detect_contradiction: "id_a id_b",
  memory_check_duplicate: "title content namespace threshold",
  memory_auto_tag: "id",
  memory_expand_query: "query",
  memory_capabilities: "accept family include_schema verbose",
  memory_agent_register: "agent_id agent_type capabilities",
  memory_agent_list: "",
  memory_session_start: "namespace limit format",
  memory_stats: "",
  memory_recall_observations: "recall_id consumed since until limit",
  memory_archive_list: "namespace limit offset",
  memory_archive_purge: "older_than_days",
  memory_archive_restore: "id",
  memory_archive_stats: "",
  memory_notify: "target_agent_id title payload priority tier",
  memory_inbox: "agent_id unread_only limit",
  memory_reflect: "source_ids title content namespace tier tags priority confidence metadata agent_id depth",
  memory_dependents_of_invalidated: "memory_id",
  memory_export_reflection: "memory_id format",
  memory_reflection_origin: "memory_id",
};

/** Params of the same tools that its handlers read and its lists do not show. */
export const aiMemoryUndocumented: Readonly<Record<string, string>> = {
  memory_store: "citations source_span",
  memory_search: "source_uri",
  memory_delete: "agent_id",
  memory_promote: "agent_id",
  memory_kg_query: "as_agent",
  memory_kg_invalidate: "agent_id",
  memory_link: "agent_id",
  memory_agent_register: "caller_agent_id",
  memory_archive_purge: "as_admin agent_id",
};
