import type { JsonObject } from "../../../src/contract/json.ts";
import type { Defect, DefectCall } from "./defects.ts";

// Defects of sections 2 to 4 of the inventory: params, results and actions.

const task: DefectCall = {
  call: "create_task",
  with: { project: "Atlas", description: "Read the maps" },
  keep: "task",
};
const other: DefectCall = {
  call: "create_task",
  with: { project: "Atlas", description: "Open the boxes" },
  keep: "other",
};
const part: DefectCall = {
  call: "manage_subtasks",
  with: { action: "create", task_id: "$task", description: "Find them" },
  keep: "part",
};
const memory: DefectCall = {
  ...{ call: "add_memory", keep: "memory" },
  with: { project: "Atlas", content: "The bridge listens on 7179.", type: "reference" },
};
const pack: DefectCall = {
  ...{ call: "manage_context_pack", keep: "pack" },
  with: { action: "create", name: "Bridge", type: "project" },
};
const plan: DefectCall = {
  ...{ call: "manage_plan", keep: "plan" },
  with: { action: "create", requirements: "Import the old maps.", project: "Atlas" },
};
const acme: DefectCall = { call: "organization_manage", with: { action: "create", name: "Acme" }, keep: "acme" };

/** Through all phases, with a task and a decision to make. */
const completed: readonly DefectCall[] = [
  plan,
  { call: "plan_manage", with: { action: "start", plan: "$plan" } },
  {
    call: "plan_manage",
    with: {
      ...{ action: "record", plan: "$plan", score: 1 },
      tasks: [{ key: "a", title: "Read the maps" }],
      decisions: [{ title: "Use SQLite" }],
    },
  },
  ...Array.from({ length: 5 }, (_, phase): readonly DefectCall[] => [
    ...(phase === 0
      ? []
      : [{ call: "plan_manage", with: { action: "record", plan: "$plan", score: 1 } as JsonObject }]),
    { call: "plan_manage", with: { action: "complete", plan: "$plan" } },
  ]).flat(),
];

export const defectsOfCalls: readonly Defect[] = [
  {
    ...{ of: "lists", defect: "only the first page of a list is read" },
    calls: [
      ...Array.from({ length: 25 }, (_, index) => ({
        ...{ call: "create_task", with: { project: "Atlas", description: `Read map ${index}` } },
      })),
      { call: "list_tasks", with: { project: "Atlas" }, answers: { count: 25 } },
      ...["", "00000000"].map((text) => ({
        ...{ call: "add_memory", with: { project: "Atlas", content: `The bridge ${text} is red.`, force: true } },
      })),
      { call: "list_memories", with: { project: "Atlas" }, answers: { count: 2 } },
    ],
  },
  {
    ...{ of: "lists", defect: "a cursor that is garbage means the beginning" },
    calls: [
      { call: "task_list", with: { project: "Atlas", cursor: "garbage" }, error: { code: "CURSOR_INVALID" } },
      { call: "memory_list", with: { project: "Atlas", cursor: "-1" }, error: { code: "CURSOR_INVALID" } },
      { call: "decision_list", with: { cursor: "x" }, error: { code: "CURSOR_INVALID" } },
      { call: "pack_list", with: { cursor: "x" }, error: { code: "CURSOR_INVALID" } },
    ],
  },
  {
    ...{ of: "errors", defect: "an error is the raw status and body of the service" },
    calls: [
      {
        ...{ call: "get_task", with: { taskId: "00000000" } },
        error: { code: "TASK_NOT_FOUND", message: "no task has the id '00000000'", data: { task: "00000000" } },
      },
      { call: "get_memory", with: { memoryId: "00000000" }, error: { code: "MEMORY_NOT_FOUND" } },
      { call: "get_context_pack", with: { packId: "Nothing" }, error: { code: "PACK_NOT_FOUND" } },
      { call: "switch_organization", with: { orgId: "Nothing" }, error: { code: "ORGANIZATION_NOT_FOUND" } },
      { call: "manage_plan", with: { action: "status", plan_id: "00000000" }, error: { code: "PLAN_NOT_FOUND" } },
    ],
  },
  {
    ...{ of: "errors", defect: "arguments that break the schema are a protocol error" },
    calls: [
      { call: "create_task", with: {}, error: { code: "INVALID_ARGUMENTS" } },
      { call: "create_task", with: { project: 7, description: [] }, error: { code: "INVALID_ARGUMENTS" } },
      { call: "create_task", with: { project: "Atlas", description: "  " }, error: { code: "INVALID_ARGUMENTS" } },
    ],
  },
  {
    ...{ of: "tasks", defect: "subtasks and dependencies need a whole id" },
    calls: [
      ...[task, other, part],
      { call: "manage_subtasks", with: { action: "list", task_id: "$task8" }, answers: { count: 1 } },
      {
        ...{ call: "manage_subtasks", with: { action: "complete", task_id: "$task8", subtask_id: "$part8" } },
        answers: { subtask: { completed: 1 } },
      },
      {
        ...{ call: "manage_dependencies", with: { action: "add", task_id: "$task8", depends_on_id: "$other8" } },
        answers: { ok: true },
      },
      { call: "manage_dependencies", with: { action: "list", task_id: "$task8" }, answers: { count: 1 } },
    ],
  },
  {
    ...{ of: "packs", defect: "the same thing is packId in one tool and pack_id in another" },
    calls: [
      ...[memory, pack, acme, plan],
      { call: "get_context_pack", with: { pack_id: "$pack" }, answers: { name: "Bridge" } },
      { call: "manage_focus", with: { packId: "$pack" }, answers: { ok: true } },
      { call: "get_memory", with: { memory_id: "$memory" }, answers: { content: memory.with.content as string } },
      {
        ...{ call: "manage_context_pack", with: { action: "add_memory", pack_id: "$pack", memory_id: "$memory" } },
        answers: { memories_count: 1 },
      },
      { call: "manage_plan", with: { action: "status", planId: "$plan" }, answers: { status: "pending" } },
      { call: "switch_organization", with: { org_id: "$acme" }, answers: { name: "Acme" } },
    ],
  },
  {
    ...{ of: "memories", defect: "recall never returns the type" },
    calls: [memory, { call: "recall", with: { term: "bridge" }, answers: { results: [{ type: "reference" }] } }],
  },
  {
    ...{ of: "memories", defect: "a limit switches the relations off" },
    calls: [
      task,
      { call: "manage_task", with: { taskId: "$task", action: "start" } },
      memory,
      {
        ...{ call: "recall", with: { term: "bridge", limit: 5 } },
        answers: { results: [{ project: "atlas", linked_task_id: "$task", tags: ["reference"] }] },
      },
      {
        ...{ call: "recall", with: { term: "bridge", limit: 5, include_relations: false } },
        answers: { count: 1 },
        lacks: ["project", "linked_task_id", "tags"],
      },
    ],
  },
  {
    ...{ of: "memories", defect: "recall finds no decisions" },
    calls: [
      {
        call: "create_decision",
        with: {
          title: "Use SQLite",
          description: "One file for each user.",
          context: "Several programs write at once.",
        },
        keep: "decision",
      },
      {
        ...{ call: "recall", with: { term: "sqlite" } },
        answers: { decisions: [{ id: "$decision", adr_number: "ADR-0001", title: "Use SQLite", status: "draft" }] },
      },
    ],
  },
  {
    ...{ of: "memories", defect: "a tag is found only where the tags are a list of texts" },
    calls: [
      memory,
      { call: "recall", with: { term: "bridge", tag: "reference" }, answers: { count: 1 } },
      { call: "recall", with: { term: "bridge", tag: "REFERENCE" }, answers: { count: 1 } },
      { call: "recall", with: { term: "bridge", tag: "refer" }, answers: { count: 0 } },
    ],
  },
  {
    ...{ of: "decisions", defect: "a decision can't be for a project" },
    calls: [
      {
        ...{ call: "create_decision", with: { title: "Use SQLite", project: "ATLAS" }, keep: "decision" },
        answers: { adr_number: "ADR-0001" },
      },
      {
        ...{ call: "decision_list", with: { project: "Atlas" } },
        answers: { count: 1, items: [{ id: "$decision", project: "Atlas" }] },
      },
      { call: "create_decision", with: { title: "x", project: "Nowhere" }, error: { code: "PROJECT_NOT_FOUND" } },
    ],
  },
  {
    ...{ of: "projects", defect: "a description is required by the schema alone" },
    calls: [{ call: "create_project", with: { name: "Zebra" }, answers: { project: { name: "Zebra" } } }],
  },
  {
    ...{ of: "subtasks", defect: "nothing deletes a subtask" },
    calls: [
      ...[task, part],
      { call: "task_delete", with: { task: "$part", confirm: true }, answers: { deleted: { id: "$part" } } },
      { call: "manage_subtasks", with: { action: "list", task_id: "$task" }, answers: { count: 0, subtasks: [] } },
      { call: "get_task", with: { taskId: "$task" }, answers: { id: "$task" } },
    ],
  },
  {
    ...{ of: "subtasks", defect: "a subtask is changed through any task" },
    calls: [
      ...[task, other, part],
      ...(["complete", "update"] as const).map((action) => ({
        ...{ call: "manage_subtasks", error: { code: "NOT_A_SUBTASK" } },
        with: { action, task_id: "$other", subtask_id: "$part", ...(action === "update" ? { priority: "H" } : {}) },
      })),
    ],
  },
  {
    ...{ of: "subtasks", defect: "an update of nothing is a success" },
    calls: [
      ...[task, part],
      {
        ...{ call: "manage_subtasks", with: { action: "update", task_id: "$task", subtask_id: "$part" } },
        error: { code: "NOTHING_TO_CHANGE" },
      },
    ],
  },
  {
    ...{ of: "packs", defect: "a new pack is always a draft" },
    calls: [
      {
        ...{ call: "manage_context_pack", answers: { status: "published" } },
        with: { action: "create", name: "Bridge", type: "project", status: "published" },
      },
    ],
  },
  {
    ...{ of: "plans", defect: "a list of plans has no default limit, and its project is not resolved" },
    calls: [
      ...Array.from({ length: 11 }, () => plan),
      { call: "manage_plan", with: { action: "list" }, answers: { count: 10 } },
      { call: "manage_plan", with: { action: "list", limit: 50 }, answers: { count: 11 } },
      { call: "manage_plan", with: { action: "list", project: "ATLAS", limit: 50 }, answers: { count: 11 } },
      { call: "manage_plan", with: { action: "list", project: "Nowhere" }, error: { code: "PROJECT_NOT_FOUND" } },
    ],
  },
  {
    ...{ of: "plans", defect: "omitting both flags of apply applies nothing" },
    calls: [
      ...completed,
      {
        ...{ call: "manage_plan", with: { action: "apply", plan_id: "$plan" } },
        answers: { tasks_created: 1, adrs_created: 1 },
      },
      { call: "list_tasks", with: { project: "Atlas" }, answers: { count: 1, items: [{ title: "Read the maps" }] } },
      { call: "list_decisions", with: {}, answers: { count: 1, items: [{ title: "Use SQLite", status: "draft" }] } },
    ],
  },
  {
    ...{ of: "plans", defect: "what is applied twice is made twice" },
    calls: [
      ...completed,
      { call: "manage_plan", with: { action: "apply", plan_id: "$plan" }, answers: { tasks_created: 1 } },
      {
        ...{ call: "manage_plan", with: { action: "apply", plan_id: "$plan" } },
        answers: { tasks_created: 0, adrs_created: 0 },
      },
      { call: "list_tasks", with: { project: "Atlas" }, answers: { count: 1 } },
      { call: "list_decisions", with: {}, answers: { count: 1 } },
    ],
  },
  {
    ...{ of: "plans", defect: "a plan can't be started or resumed by an agent" },
    calls: [
      plan,
      { call: "plan_manage", with: { action: "start", plan: "$plan" }, answers: { plan: { status: "running" } } },
      { call: "manage_plan", with: { action: "cancel", plan_id: "$plan" }, answers: { ok: true } },
      { call: "manage_plan", with: { action: "status", plan_id: "$plan" }, answers: { status: "cancelled" } },
      { call: "plan_manage", with: { action: "resume", plan: "$plan" }, answers: { plan: { status: "running" } } },
    ],
  },
];
