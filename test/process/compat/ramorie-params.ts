/**
 * The params of Ramorie's 26 tools as its inventory gives them (sections 3 and 4): s string, n number, b boolean, l list of strings;
 * R: its schema requires it. After a colon the words that it understands, in any letter case.
 */
export const ramorieParams: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  setup_agent: { agent_name: "s", agent_model: "s" },
  list_projects: {},
  list_tasks: { project: "sR", status: "s:TODO|IN_PROGRESS|COMPLETED", query: "s", next_priority: "b", limit: "n" },
  create_task: {
    ...{ project: "sR", description: "sR", priority: "s:H|M|L|HIGH|MEDIUM|LOW" },
    encryption_scope: "s:personal|organization",
  },
  add_memory: {
    ...{ project: "sR", content: "sR", type: "s:general|decision|bug_fix|preference|pattern|reference", force: "b" },
    encryption_scope: "s:personal|organization",
  },
  recall: {
    ...{ term: "sR", project: "s", tag: "s", type: "s:general|decision|bug_fix|preference|pattern|reference" },
    ...{ linked_task: "b", include_relations: "b", limit: "n", min_score: "n" },
  },
  manage_focus: { pack_id: "s", clear: "b" },
  get_task: { taskId: "sR" },
  manage_task: { taskId: "sR", action: "sR:start|stop|complete|progress", progress: "n" },
  add_task_note: { taskId: "sR", note: "sR" },
  list_memories: { project: "sR", term: "s", limit: "n" },
  get_memory: { memoryId: "sR" },
  list_context_packs: {
    type: "s:project|integration|decision|custom",
    status: "s:draft|published",
    ...{ query: "s", limit: "n" },
  },
  get_context_pack: { packId: "sR" },
  manage_context_pack: {
    action: "sR:create|update|add_memory|add_task|link_memory|link_task",
    ...{ packId: "s", name: "s", type: "s:project|integration|decision|custom", description: "s" },
    ...{ status: "s:draft|published", memoryId: "s", taskId: "s", tags: "l" },
  },
  create_decision: {
    ...{ title: "sR", description: "s", status: "s:draft|proposed|approved|deprecated", area: "s", context: "s" },
    consequences: "s",
  },
  list_decisions: { status: "s:draft|proposed|approved|deprecated", area: "s", limit: "n" },
  get_stats: { project: "sR" },
  get_agent_activity: { project: "s", agent_name: "s", event_type: "s:task_created|memory_deleted", limit: "n" },
  create_project: { name: "sR", description: "sR", force: "b", org_id: "s" },
  move_task: { taskId: "sR", projectId: "sR" },
  manage_subtasks: {
    ...{ action: "sR:create|list|complete|update", task_id: "sR", subtask_id: "s", description: "s" },
    ...{ status: "s:TODO|IN_PROGRESS|COMPLETED", priority: "s:L|M|H" },
  },
  manage_dependencies: {
    ...{ action: "sR:add|list|remove", task_id: "sR", depends_on_id: "s", direction: "s:deps|dependents" },
  },
  manage_plan: {
    ...{ action: "sR:create|status|list|apply|cancel", plan_id: "s", requirements: "s", title: "s" },
    ...{ type: "s:feature|refactor|bugfix|research", project: "s" },
    status: "s:pending|running|completed|failed|cancelled",
    ...{ task_status: "s:TODO|IN_PROGRESS|COMPLETED", adr_status: "s:draft|proposed|approved", consensus: "n" },
    ...{ budget_usd: "n", limit: "n", apply_tasks: "b", apply_adrs: "b" },
  },
  list_organizations: {},
  switch_organization: { orgId: "sR" },
};

const words = "it was a list of words there too; another one was dropped or changed without a word";
const share = "a share is from 0 to 1";

/** Where ours refuses what theirs took, with the reason: values of the types above that ours does not understand. */
export const stricter: Readonly<Record<string, string>> = {
  "list_tasks.status": words,
  "create_task.priority": "an unknown priority became medium: a defect",
  "create_task.encryption_scope": words,
  "add_memory.type": words,
  "add_memory.encryption_scope": words,
  "recall.type": "it was ignored: a defect",
  "manage_task.action": words,
  "list_context_packs.type": words,
  "list_context_packs.status": words,
  "manage_context_pack.action": words,
  "manage_context_pack.type": words,
  "manage_context_pack.status": words,
  "create_decision.status": "it was ignored: a defect",
  "list_decisions.status": words,
  "manage_subtasks.action": words,
  "manage_subtasks.status": words,
  "manage_subtasks.priority": words,
  "manage_dependencies.action": words,
  "manage_dependencies.direction": "any other word meant dependents: a defect",
  "manage_plan.action": words,
  "manage_plan.type": words,
  "manage_plan.status": words,
  "manage_plan.task_status": words,
  "manage_plan.adr_status": "a person approves",
  "manage_plan.consensus": share,
  "manage_plan.budget_usd": "it can't be less than nothing",
};

/** The longest texts, in characters or bytes. Ramorie had one limit, 3,000,000 for the content of a memory, which its service enforced. */
export const longest: Readonly<Record<number, string>> = {
  64: "an id, or the area of a decision",
  128: "a name of an agent, a model, a tag",
  200: "a line: a title, a name, a text to look for",
  8192: "a question",
  65536: "a text; longer ones are files",
};
