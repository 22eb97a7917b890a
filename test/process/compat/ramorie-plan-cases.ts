import type { OldCall, Step } from "./old-call.ts";

const open: Step = { call: "session_open", with: { agent: "claude", model: "opus" } };
const atlas: Step = { call: "project_create", with: { name: "Atlas" } };
const requirements = "Import the old maps. They are in boxes.";
const create = { action: "create", requirements, project: "Atlas", type: "research" };
const plan: Step = { call: "plan_manage", with: create, keep: "plan" };
const step = (given: Step["with"]): Step => ({ call: "plan_manage", with: { plan: "$plan", ...given } });
const artifacts = {
  tasks: [
    { key: "a", title: "Open the boxes" },
    { title: "Read the maps", needs: ["a"] },
  ],
  decisions: [{ title: "Use TIFF", area: "Data" }],
};
const through: readonly Step[] = [
  step({ action: "start" }),
  step({ action: "record", score: 0.9, cost_usd: 0.5, tokens: 10, ...artifacts }),
  ...Array.from({ length: 5 }, () => step({ action: "complete" })),
];

/** Plans in the words of Ramorie. */
export const ramoriePlanCalls: readonly OldCall[] = [
  {
    alias: "manage_plan",
    title: "create, with every param",
    given: [open, atlas],
    old: {
      action: "CREATE",
      requirements,
      title: "Maps",
      type: "Research",
      project: "atlas",
      consensus: 0.8,
      budget_usd: 2.5,
    },
    answers: {
      ...{ ok: true, message: "Plan 'Maps' waits to be started" },
      plan: {
        title: "Maps",
        type: "research",
        status: "pending",
        max_budget_usd: 2.5,
        spent_budget_usd: 0,
        consensus: 0.8,
      },
    },
    tool: "plan_manage",
    now: { ...create, project: "atlas", title: "Maps", consensus: 0.8, budget_usd: 2.5 },
    after: { call: "plan_manage", with: { action: "list" }, shows: { items: [{ title: "Maps", project: "Atlas" }] } },
  },
  {
    alias: "manage_plan",
    title: "create, with what an older version filled in",
    given: [open],
    old: { action: "create", requirements, title: "" },
    answers: { plan: { title: "Import the old maps", type: "feature", consensus: 0.75, max_budget_usd: 5 } },
    tool: "plan_manage",
    now: { action: "create", requirements, budget_usd: 5 },
    after: { call: "plan_manage", with: { action: "list" }, shows: { count: 1 } },
  },
  {
    alias: "manage_plan",
    title: "status",
    given: [open, atlas, plan, ...through.slice(0, 3)],
    old: { action: "status", plan_id: "$plan" },
    answers: {
      ...{ id: "$plan", title: "Import the old maps", status: "running" },
      phases: [
        { phase: "routing", status: "completed", sequence: 1, consensus_score: 0.9 },
        { status: "running" },
        {},
        {},
        {},
      ],
      details: { current_phase: "discovery", progress: 30, adrs_count: 1, tokens_used: 10 },
    },
    tool: "plan_manage",
    now: { action: "get", plan: "$plan" },
    after: { call: "plan_manage", with: { action: "get", plan: "$plan" }, shows: { tasks: [{ key: "a" }, {}] } },
  },
  {
    alias: "manage_plan",
    title: "list, by everything",
    given: [open, atlas, plan],
    old: { action: "list", status: "Pending", type: "research", project: "Atlas", limit: 1.5 },
    answers: { count: 1, items: [{ id: "$plan", status: "pending" }], _context: "claude (opus), in project Atlas" },
    tool: "plan_manage",
    now: { action: "list", status: "pending", type: "research", project: "Atlas", limit: 1 },
    after: { call: "plan_manage", with: { action: "list" }, shows: { count: 1 } },
  },
  {
    alias: "manage_plan",
    title: "apply, without flags, makes both",
    given: [open, atlas, plan, ...through],
    old: { action: "apply", plan_id: "$plan" },
    answers: { tasks_created: 2, adrs_created: 1 },
    tool: "plan_manage",
    now: { action: "apply", plan: "$plan" },
    after: {
      call: "task_list",
      with: { project: "Atlas", next: true },
      shows: { count: 1, items: [{ title: "Open the boxes", status: "todo" }] },
    },
  },
  {
    alias: "manage_plan",
    title: "apply, with every param",
    given: [open, atlas, plan, ...through],
    old: {
      action: "apply",
      plan_id: "$plan",
      apply_tasks: false,
      apply_adrs: true,
      task_status: "TODO",
      adr_status: "PROPOSED",
    },
    answers: { tasks_created: 0, adrs_created: 1, task_ids: [] },
    tool: "plan_manage",
    now: {
      action: "apply",
      plan: "$plan",
      apply_tasks: false,
      apply_decisions: true,
      task_status: "todo",
      decision_status: "proposed",
    },
    after: { call: "decision_list", with: {}, shows: { items: [{ title: "Use TIFF", status: "proposed" }] } },
  },
  {
    alias: "manage_plan",
    title: "cancel",
    given: [open, atlas, plan],
    old: { action: "cancel", plan_id: "$plan" },
    answers: { ok: true, plan_id: "$plan" },
    tool: "plan_manage",
    now: { action: "cancel", plan: "$plan" },
    after: { call: "plan_manage", with: { action: "get", plan: "$plan" }, shows: { plan: { status: "cancelled" } } },
  },
];
