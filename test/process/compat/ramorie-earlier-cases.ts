import type { JsonObject } from "../../../src/contract/json.ts";
import type { OldCall, Step } from "./old-call.ts";

// Names of Ramorie's releases before and after the one with 26 tools (section 7 of the inventory). No list has them; they still answer.

const open: Step = { call: "session_open", with: { agent: "claude" } };
const atlas: Step = { call: "project_create", with: { name: "Atlas" } };
const task = (keep: string, title: string): Step => ({
  ...{ call: "task_create", keep },
  with: { project: "Atlas", title, priority: "low" },
});
const read = task("read", "Read the maps");
const boxes = task("boxes", "Open the boxes");
const part: Step = {
  ...{ call: "task_subtask_manage", keep: "part" },
  with: { action: "create", task: "$read", title: "Find them" },
};
const waits: Step = { call: "task_dependency_manage", with: { action: "add", task: "$read", needs: "$boxes" } };
const pack: Step = { call: "pack_manage", with: { action: "create", name: "Bridge", type: "project" }, keep: "pack" };
const inFocus: Step = { call: "focus_manage", with: { action: "set", pack: "$pack" } };
const ports: Step = {
  ...{ call: "memory_store", keep: "ports" },
  with: {
    project: "Atlas",
    title: "Ports",
    content: "The bridge listens on 7179.",
    kind: "entity",
    tags: ["reference"],
  },
};
const plan: Step = { call: "plan_manage", with: { action: "create", requirements: "Import the maps." }, keep: "plan" };
const acme: Step = { call: "organization_manage", with: { action: "create", name: "Acme" }, keep: "acme" };

const taskShows = (shows: JsonObject) => ({ call: "task_get", with: { task: "$read" }, shows: { task: shows } });
const packShows = (shows: JsonObject) => ({ call: "pack_get", with: { pack: "Bridge" }, shows });
const tasks = [open, atlas, read, boxes];

interface Row {
  readonly given: readonly Step[];
  readonly old: JsonObject;
  readonly answers: JsonObject;
  readonly tool: string;
  readonly now: JsonObject;
  readonly after: OldCall["after"];
}

const rows: Readonly<Record<string, Row>> = {
  start_task: {
    ...{ given: tasks, old: { taskId: "$read" }, answers: { status: "in_progress", active: true } },
    ...{ tool: "task_manage", now: { action: "start", task: "$read" }, after: taskShows({ active: true }) },
  },
  stop_task: {
    given: [...tasks, { call: "task_manage", with: { action: "start", task: "$read" } }],
    ...{ old: { taskId: "$read" }, answers: { status: "in_progress", active: false } },
    ...{ tool: "task_manage", now: { action: "stop", task: "$read" }, after: taskShows({ active: false }) },
  },
  complete_task: {
    ...{ given: tasks, old: { taskId: "$read" }, answers: { status: "completed" } },
    ...{ tool: "task_manage", now: { action: "complete", task: "$read" }, after: taskShows({ progress: 100 }) },
  },
  update_progress: {
    ...{ given: tasks, old: { taskId: "$read", progress: 40 }, answers: { progress: 40 } },
    tool: "task_manage",
    now: { action: "progress", task: "$read", progress: 40 },
    after: taskShows({ progress: 40 }),
  },
  get_next_tasks: {
    ...{ given: [...tasks, waits], old: { project: "atlas", count: 1 }, tool: "task_list" },
    answers: { count: 1, items: [{ title: "Open the boxes" }] },
    ...{ now: { project: "atlas", next: true, limit: 1 }, after: taskShows({ blocked: true }) },
  },
  search_tasks: {
    ...{ given: tasks, old: { query: "MAPS" }, answers: { count: 1, items: [{ title: "Read the maps" }] } },
    ...{ tool: "task_list", now: { query: "MAPS", limit: 100 }, after: taskShows({ status: "todo" }) },
  },
  create_subtask: {
    ...{ given: tasks, tool: "task_subtask_manage" },
    old: { task_id: "$read", description: "Find them. All of them.", priority: "H" },
    answers: { subtask: { title: "Find them", priority: "high" } },
    now: {
      ...{ action: "create", task: "$read", title: "Find them", description: "Find them. All of them." },
      priority: "high",
    },
    after: taskShows({ subtasks: 1 }),
  },
  get_subtasks: {
    ...{ given: [...tasks, part], old: { task_id: "$read" }, answers: { count: 1 }, tool: "task_subtask_manage" },
    ...{ now: { action: "list", task: "$read" }, after: taskShows({ subtasks: 1 }) },
  },
  complete_subtask: {
    ...{ given: [...tasks, part], old: { subtask_id: "$part" }, answers: { subtask: { status: "completed" } } },
    tool: "task_subtask_manage",
    ...{ now: { action: "complete", subtask: "$part" }, after: taskShows({ subtasks_completed: 1 }) },
  },
  update_subtask: {
    ...{ given: [...tasks, part], old: { subtask_id: "$part", description: "Look.", status: "IN_PROGRESS" } },
    ...{ answers: { subtask: { title: "Look", status: "in_progress" } }, tool: "task_subtask_manage" },
    now: { action: "update", subtask: "$part", title: "Look", description: "Look.", status: "in_progress" },
    after: taskShows({ subtasks: 1 }),
  },
  add_task_dependency: {
    ...{ given: tasks, old: { task_id: "$read", depends_on_id: "$boxes" }, tool: "task_dependency_manage" },
    answers: { changed: true, needs: [{ title: "Open the boxes" }] },
    ...{ now: { action: "add", task: "$read", needs: "$boxes" }, after: taskShows({ blocked: true }) },
  },
  remove_task_dependency: {
    ...{ given: [...tasks, waits], old: { task_id: "$read", depends_on_id: "$boxes" } },
    ...{ answers: { changed: true, needs: [] }, tool: "task_dependency_manage" },
    ...{ now: { action: "remove", task: "$read", needs: "$boxes" }, after: taskShows({ blocked: false }) },
  },
  get_task_dependencies: {
    ...{ given: [...tasks, waits], old: { task_id: "$read" }, answers: { needs: [{ title: "Open the boxes" }] } },
    tool: "task_dependency_manage",
    ...{ now: { action: "list", task: "$read" }, after: taskShows({ blocked: true }) },
  },
  get_task_dependents: {
    ...{ given: [...tasks, waits], old: { task_id: "$boxes" }, answers: { needed_by: [{ title: "Read the maps" }] } },
    tool: "task_dependency_manage",
    ...{ now: { action: "list", task: "$boxes" }, after: taskShows({ blocked: true }) },
  },
  create_plan: {
    ...{ given: [open], old: { requirements: "Import the maps.", consensus: 0.5 }, tool: "plan_manage" },
    answers: { plan: { title: "Import the maps", type: "feature", consensus: 0.5, budget_usd: 5 } },
    now: { action: "create", requirements: "Import the maps.", consensus: 0.5, budget_usd: 5 },
    after: { call: "plan_manage", with: { action: "list" }, shows: { count: 1, items: [{ budget_usd: 5 }] } },
  },
  get_plan_status: {
    ...{ given: [open, plan], old: { plan_id: "$plan" }, answers: { plan: { status: "pending" } } },
    ...{ tool: "plan_manage", now: { action: "get", plan: "$plan" } },
    after: { call: "plan_manage", with: { action: "list" }, shows: { count: 1 } },
  },
  list_plans: {
    ...{ given: [open, plan], old: { status: "PENDING" }, answers: { count: 1 }, tool: "plan_manage" },
    now: { action: "list", status: "pending", limit: 10 },
    after: { call: "plan_manage", with: { action: "list" }, shows: { count: 1 } },
  },
  apply_plan: {
    given: [
      ...[open, atlas],
      { ...plan, with: { ...plan.with, project: "Atlas" } },
      { call: "plan_manage", with: { action: "start", plan: "$plan" } },
      ...Array.from({ length: 5 }, (_, phase): readonly Step[] => [
        {
          call: "plan_manage",
          with: {
            ...{ action: "record", plan: "$plan", score: 1 },
            ...(phase === 4 ? { tasks: [{ key: "a", title: "Read" }], decisions: [{ title: "Use SQLite" }] } : {}),
          },
        },
        { call: "plan_manage", with: { action: "complete", plan: "$plan" } },
      ]).flat(),
    ],
    old: { plan_id: "$plan", apply_adrs: false },
    answers: { made_decisions: [] },
    ...{ tool: "plan_manage", now: { action: "apply", plan: "$plan", apply_decisions: false } },
    after: { call: "task_list", with: { project: "Atlas" }, shows: { count: 1, items: [{ title: "Read" }] } },
  },
  cancel_plan: {
    ...{ given: [open, plan], old: { plan_id: "$plan" }, answers: { plan: { status: "cancelled" } } },
    ...{ tool: "plan_manage", now: { action: "cancel", plan: "$plan" } },
    after: { call: "plan_manage", with: { action: "list", status: "cancelled" }, shows: { count: 1 } },
  },
  create_context_pack: {
    ...{ given: [open], old: { name: "Bridge", type: "Project", tags: ["network"] }, tool: "pack_manage" },
    answers: { name: "Bridge", status: "draft", tags: ["network"] },
    now: { action: "create", name: "Bridge", type: "project", tags: ["network"] },
    after: packShows({ pack: { type: "project" } }),
  },
  update_context_pack: {
    ...{ given: [open, pack], old: { packId: "$pack", status: "PUBLISHED" }, answers: { status: "published" } },
    ...{ tool: "pack_manage", now: { action: "update", pack: "$pack", status: "published" } },
    after: packShows({ pack: { status: "published" } }),
  },
  add_memory_to_pack: {
    given: [...tasks, ports, pack],
    ...{ old: { packId: "$pack", memoryId: "$ports" }, answers: { memories_count: 1 }, tool: "pack_manage" },
    now: { action: "add_memory", pack: "$pack", memory: "$ports" },
    after: packShows({ memories: [{ title: "Ports" }] }),
  },
  add_task_to_pack: {
    given: [...tasks, pack],
    ...{ old: { packId: "$pack", taskId: "$read" }, answers: { tasks_count: 1 }, tool: "pack_manage" },
    now: { action: "add_task", pack: "$pack", task: "$read" },
    after: packShows({ tasks: [{ title: "Read the maps" }] }),
  },
  delete_context_pack: {
    ...{ given: [open, pack], old: { packId: "$pack", confirm: true }, answers: { deleted: { name: "Bridge" } } },
    ...{ tool: "pack_delete", now: { pack: "$pack", confirm: true } },
    after: { call: "pack_list", with: {}, shows: { count: 0 } },
  },
  get_focus: {
    ...{ given: [open, pack, inFocus], old: {}, answers: { focus: { name: "Bridge" } }, tool: "focus_manage" },
    ...{ now: { action: "get" }, after: { call: "focus_manage", with: {}, shows: { focus: { name: "Bridge" } } } },
  },
  set_focus: {
    ...{ given: [open, pack], old: { packId: "$pack" }, answers: { focus: { name: "Bridge" } }, tool: "focus_manage" },
    now: { action: "set", pack: "$pack" },
    after: { call: "focus_manage", with: {}, shows: { focus: { name: "Bridge" } } },
  },
  clear_focus: {
    ...{ given: [open, pack, inFocus], old: {}, answers: { focus: null }, tool: "focus_manage" },
    ...{ now: { action: "clear" }, after: { call: "focus_manage", with: {}, shows: { focus: null } } },
  },
  create_organization: {
    ...{ given: [open], old: { name: "Acme", description: "Maps" }, answers: { name: "Acme" } },
    ...{ tool: "organization_manage", now: { action: "create", name: "Acme", description: "Maps" } },
    after: { call: "organization_list", with: {}, shows: { count: 1, items: [{ name: "Acme" }] } },
  },
  invite_to_organization: {
    ...{
      given: [open, acme],
      old: { orgId: "$acme", email: "ann@example.com", role: "admin" },
      answers: { name: "Acme" },
    },
    tool: "organization_manage",
    now: { action: "add_member", organization: "$acme", member: "ann@example.com", role: "admin" },
    after: { call: "organization_list", with: {}, shows: { count: 1 } },
  },
};

export const ramorieEarlierCalls: readonly OldCall[] = Object.entries(rows).map(([alias, row]) => ({
  ...{ alias, title: "answers, though no list has it" },
  ...row,
}));

export const ramorieLaterCalls: readonly OldCall[] = [
  {
    ...{ alias: "remember", title: "a type that was given", given: [open, atlas] },
    old: { project: "Atlas", content: "The bridge listens on 7179.", type: "REFERENCE", force: true },
    ...{ answers: { status: "created" }, tool: "memory_store" },
    now: {
      ...{ project: "Atlas", content: "The bridge listens on 7179.", kind: "entity", tags: ["reference"] },
      ...{ tier: "long", force: true },
    },
    after: {
      call: "memory_list",
      with: { project: "Atlas", detail: "full" },
      shows: { items: [{ kind: "entity", tags: ["reference"] }] },
    },
  },
  {
    ...{ alias: "remember", title: "without a project", given: [open], tool: "memory_store" },
    old: { content: "We decided to use SQLite." },
    now: { content: "We decided to use SQLite.", kind: "decision", tags: ["decision"], tier: "long" },
    after: { call: "memory_list", with: { detail: "full" }, shows: { items: [{ kind: "decision" }] } },
  },
  {
    ...{ alias: "find", title: "tags and types are lists", given: [...tasks, ports], tool: "memory_recall" },
    old: { term: "bridge", project: "Atlas", tags: ["reference"], types: ["reference"], limit: 3.5, hyde: "off" },
    answers: { count: 1, memories: [{ id: "$ports" }] },
    now: { context: "bridge", project: "Atlas", tags: ["reference"], kinds: ["entity"], limit: 3 },
    ignored: ["hyde"],
    after: { call: "memory_list", with: {}, shows: { count: 1 } },
  },
];
