import type { Defect, DefectCall } from "./defects.ts";

// Defects of sections 5 to 8 of the inventory: resolution, ranking, the data model, later versions.

const task: DefectCall = {
  call: "create_task",
  with: { project: "Atlas", description: "Read the maps" },
  keep: "task",
};
const memory: DefectCall = {
  ...{ call: "add_memory", keep: "memory" },
  with: { project: "Atlas", content: "The bridge listens on 7179.", type: "reference" },
};
const pack: DefectCall = {
  ...{ call: "manage_context_pack", keep: "pack" },
  with: { action: "create", name: "Bridge", type: "project" },
};

export const defectsOfRules: readonly Defect[] = [
  {
    ...{ of: "projects", defect: "what belongs to one project is shown in another" },
    calls: [
      { call: "create_project", with: { name: "Borealis" } },
      ...[task, memory],
      { call: "list_tasks", with: { project: "Borealis" }, answers: { count: 0 } },
      { call: "list_memories", with: { project: "Borealis" }, answers: { count: 0 } },
      { call: "recall", with: { term: "bridge", project: "Borealis" }, answers: { count: 0 } },
      { call: "get_stats", with: { project: "Borealis" }, answers: { total: 0 } },
      { call: "get_agent_activity", with: { project: "Borealis", event_type: "task_created" }, answers: { count: 0 } },
      { call: "list_tasks", with: { project: "Atlas" }, answers: { count: 1 } },
    ],
  },
  {
    ...{ of: "memories", defect: "what is similar comes in any order" },
    calls: [
      {
        call: "add_memory",
        with: { project: "Atlas", content: "red green blue black white grey pink brown gold silver", force: true },
      },
      {
        call: "add_memory",
        with: { project: "Atlas", content: "red green blue black white grey pink brown gold lilac", force: true },
      },
      {
        ...{
          call: "add_memory",
          with: { project: "Atlas", content: "Red green blue black white grey pink brown gold lilac." },
        },
        answers: { status: "similar_exists", similar_memories: [{ similarity: 1 }] },
      },
    ],
  },
  {
    ...{ of: "tasks", defect: "progress is written and never read" },
    calls: [
      task,
      {
        ...{ call: "manage_task", with: { taskId: "$task", action: "progress", progress: 40 } },
        answers: { task: { progress: 40 } },
      },
      { call: "get_task", with: { taskId: "$task" }, answers: { progress: 40 } },
      { call: "list_tasks", with: { project: "Atlas" }, answers: { items: [{ progress: 40 }] } },
    ],
  },
  {
    ...{ of: "tasks", defect: "tags are a list or an object" },
    calls: [task, { call: "get_task", with: { taskId: "$task" }, answers: { tags: [] } }],
  },
  {
    ...{ of: "packs", defect: "a renamed action is unknown by its other name" },
    calls: [
      ...[task, memory, pack],
      {
        ...{ call: "manage_context_pack", with: { action: "link_memory", packId: "$pack", memoryId: "$memory" } },
        answers: { memories_count: 1 },
      },
      {
        ...{ call: "manage_context_pack", with: { action: "add_task", packId: "$pack", taskId: "$task" } },
        answers: { tasks_count: 1 },
      },
      {
        ...{ call: "manage_context_pack", with: { action: "link_task", packId: "$pack", taskId: "$task" } },
        answers: { tasks_count: 1 },
      },
    ],
  },
  {
    ...{ of: "errors", defect: "an unknown action is taken for list" },
    calls: [
      task,
      ...["manage_subtasks", "manage_dependencies"].map((call) => ({
        ...{ call, with: { action: "purge", task_id: "$task" }, error: { code: "INVALID_ARGUMENTS" } },
      })),
      { call: "manage_plan", with: { action: "purge" }, error: { code: "INVALID_ARGUMENTS" } },
      { call: "manage_context_pack", with: { action: "purge" }, error: { code: "INVALID_ARGUMENTS" } },
    ],
  },
  {
    ...{ of: "tasks", defect: "a search needs a project" },
    calls: [
      ...[task, { call: "create_project", with: { name: "Borealis" } }],
      { call: "create_task", with: { project: "Borealis", description: "Draw the maps" } },
      { call: "search_tasks", with: { query: "MAPS" }, answers: { count: 2 } },
      { call: "search_tasks", with: { query: "MAPS", project: "Borealis" }, answers: { count: 1 } },
    ],
  },
  {
    ...{ of: "subtasks", defect: "to complete or change a subtask takes its task too" },
    calls: [
      task,
      {
        ...{ call: "create_subtask", with: { task_id: "$task", description: "Find them" }, keep: "part" },
        answers: { subtask: { title: "Find them" } },
      },
      {
        call: "update_subtask",
        with: { subtask_id: "$part", priority: "H" },
        answers: { subtask: { priority: "high" } },
      },
      { call: "complete_subtask", with: { subtask_id: "$part" }, answers: { subtask: { status: "completed" } } },
    ],
  },
  {
    ...{ of: "plans", defect: "the later names of a plan lose its defaults" },
    calls: [
      {
        ...{ call: "create_plan", with: { requirements: "Import the old maps." } },
        answers: { plan: { type: "feature", consensus: 0.75, budget_usd: 5 } },
        keep: "plan",
      },
      { call: "apply_plan", with: { plan_id: "$plan" }, error: { code: "PLAN_REFUSED" } },
    ],
  },
];
