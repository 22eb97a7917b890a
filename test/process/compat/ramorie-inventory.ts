/** The 26 tools of Ramorie v3.19.0 with all their params, and the actions of those that have several. */
export const ramorieInventory: Readonly<
  Record<string, { readonly params: readonly string[]; readonly actions?: readonly string[] }>
> = {
  setup_agent: { params: ["agent_name", "agent_model"] },
  list_projects: { params: [] },
  list_tasks: { params: ["project", "status", "query", "next_priority", "limit"] },
  create_task: { params: ["project", "description", "priority", "encryption_scope"] },
  add_memory: { params: ["project", "content", "type", "force", "encryption_scope"] },
  recall: { params: ["term", "project", "tag", "type", "linked_task", "include_relations", "limit", "min_score"] },
  manage_focus: { params: ["pack_id", "clear"], actions: ["get", "set", "clear"] },
  get_task: { params: ["taskId"] },
  manage_task: { params: ["taskId", "action", "progress"], actions: ["start", "stop", "complete", "progress"] },
  add_task_note: { params: ["taskId", "note"] },
  list_memories: { params: ["project", "term", "limit"] },
  get_memory: { params: ["memoryId"] },
  list_context_packs: { params: ["type", "status", "query", "limit"] },
  get_context_pack: { params: ["packId"] },
  manage_context_pack: {
    params: ["action", "packId", "name", "type", "description", "status", "memoryId", "taskId", "tags"],
    actions: ["create", "update", "add_memory", "add_task"],
  },
  create_decision: { params: ["title", "description", "status", "area", "context", "consequences"] },
  list_decisions: { params: ["status", "area", "limit"] },
  get_stats: { params: ["project"] },
  get_agent_activity: { params: ["project", "agent_name", "event_type", "limit"] },
  create_project: { params: ["name", "description", "force", "org_id"] },
  move_task: { params: ["taskId", "projectId"] },
  manage_subtasks: {
    params: ["action", "task_id", "subtask_id", "description", "status", "priority"],
    actions: ["create", "list", "complete", "update"],
  },
  manage_dependencies: {
    params: ["action", "task_id", "depends_on_id", "direction"],
    actions: ["add", "list", "remove"],
  },
  manage_plan: {
    params: [
      ...["action", "plan_id", "requirements", "title", "type", "project", "status", "task_status", "adr_status"],
      ...["consensus", "budget_usd", "limit", "apply_tasks", "apply_adrs"],
    ],
    actions: ["create", "status", "list", "apply", "cancel"],
  },
  list_organizations: { params: [] },
  switch_organization: { params: ["orgId"] },
};
