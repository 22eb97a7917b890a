import type { JsonObject } from "../../../src/contract/json.ts";

/** A call under an old name and a part of what it answers; `error` is the code of a refusal. */
export interface DefectCall {
  readonly call: string;
  readonly with: JsonObject;
  /** Name of the id of the result; with an 8 at its end it stands for the first eight characters. */
  readonly keep?: string;
  readonly answers?: JsonObject;
  readonly error?: { readonly code: string } & JsonObject;
  /** Names that the answer must not have, at its root or in the entries of its lists. */
  readonly lacks?: readonly string[];
}

/** What Ramorie v3.19.0 does wrong, and calls that show that it is right here. Each begins with an open session and the project Atlas. */
export interface Defect {
  /** Part of the inventory. */
  readonly of:
    | "sessions"
    | "lists"
    | "errors"
    | "activity"
    | "projects"
    | "tasks"
    | "subtasks"
    | "dependencies"
    | "memories"
    | "packs"
    | "decisions"
    | "plans"
    | "organisations";
  readonly defect: string;
  readonly calls: readonly DefectCall[];
}

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
const memory: DefectCall = {
  ...{ call: "add_memory", keep: "memory" },
  with: { project: "Atlas", content: "The bridge listens on 7179.", type: "reference" },
};
const pack: DefectCall = {
  ...{ call: "manage_context_pack", keep: "pack" },
  with: { action: "create", name: "Bridge", type: "project", description: "All of it" },
};
const plan: DefectCall = {
  ...{ call: "manage_plan", keep: "plan" },
  with: { action: "create", requirements: "Import the old maps.", project: "atlas" },
};
const waits: DefectCall = {
  call: "manage_dependencies",
  with: { action: "add", task_id: "$task", depends_on_id: "$other" },
};

const left: DefectCall = { call: "add_memory", with: { project: "Atlas", content: "The left bridge is red." } };
const right: DefectCall = { call: "add_memory", with: { project: "Atlas", content: "A right bridge was old." } };

export const defects: readonly Defect[] = [
  {
    ...{ of: "memories", defect: "the order of equal scores is unstable" },
    calls: [
      ...[left, right],
      ...Array.from({ length: 3 }, () => ({
        ...{ call: "recall", with: { term: "bridge" } },
        answers: { results: [{ content: right.with.content }, { content: left.with.content }] } as JsonObject,
      })),
    ],
  },
  {
    ...{ of: "lists", defect: "an empty list is {data: null}" },
    calls: [
      { call: "list_tasks", with: { project: "Atlas" }, answers: { items: [], count: 0 } },
      { call: "list_memories", with: { project: "Atlas" }, answers: { items: [], count: 0 } },
      { call: "list_decisions", with: {}, answers: { items: [], count: 0 } },
      { call: "list_context_packs", with: {}, answers: { context_packs: [], total: 0 } },
      { call: "list_organizations", with: {}, answers: { items: [], count: 0 } },
    ],
  },
  {
    ...{ of: "lists", defect: "a negative limit means no limit" },
    calls: [
      task,
      other,
      { call: "list_tasks", with: { project: "Atlas", next_priority: true, limit: -1 }, answers: { count: 2 } },
    ],
  },
  {
    ...{ of: "projects", defect: "names are compared with their letter case" },
    calls: [{ call: "get_stats", with: { project: "ATLAS" }, answers: { total: 0 } }],
  },
  {
    ...{ of: "projects", defect: "one letter of an id is enough, and an earlier id wins over a name" },
    calls: [
      ...["a", "b", "0", "f"].map((project) => ({
        ...{ call: "list_tasks", with: { project }, error: { code: "PROJECT_NOT_FOUND" } },
      })),
      { call: "create_project", with: { name: "f" }, answers: { project: { name: "f" } } },
      { call: "list_tasks", with: { project: "f" }, answers: { count: 0 } },
    ],
  },
  {
    ...{ of: "projects", defect: "what is not found is said without candidates" },
    calls: [
      {
        ...{ call: "create_task", with: { project: "Atals", description: "x" } },
        error: { code: "PROJECT_NOT_FOUND", data: { project: "Atals", candidates: ["Atlas"] } },
      },
    ],
  },
  {
    ...{ of: "projects", defect: "recall in a project that is not there looks in all of them" },
    calls: [
      memory,
      { call: "recall", with: { term: "bridge", project: "Nowhere" }, error: { code: "PROJECT_NOT_FOUND" } },
    ],
  },
  {
    ...{ of: "projects", defect: "a name that contains another one is taken for it" },
    calls: [
      {
        call: "create_project",
        with: { name: "Atlas Frontend", force: true },
        answers: { project: { name: "Atlas Frontend" } },
      },
      { call: "create_task", with: { project: "Atlas", description: "x" }, answers: { _created_in_project: "Atlas" } },
      { call: "list_tasks", with: { project: "Atlas Frontend" }, answers: { count: 0 } },
    ],
  },
  {
    ...{ of: "tasks", defect: "an unknown priority becomes medium" },
    calls: [
      {
        ...{ call: "create_task", with: { project: "Atlas", description: "x", priority: "urgent" } },
        error: { code: "INVALID_ARGUMENTS" },
      },
      { call: "list_tasks", with: { project: "Atlas" }, answers: { count: 0 } },
    ],
  },
  {
    ...{ of: "tasks", defect: "the description becomes the title, and the description stays empty" },
    calls: [
      {
        ...{ call: "create_task", with: { project: "Atlas", description: "Fix it. It is red." } },
        answers: { title: "Fix it", description: "Fix it. It is red." },
      },
    ],
  },
  {
    ...{ of: "tasks", defect: "progress without a number takes it back to 0" },
    calls: [
      task,
      { call: "manage_task", with: { taskId: "$task", action: "progress", progress: 40 }, answers: { ok: true } },
      { call: "manage_task", with: { taskId: "$task", action: "progress" }, error: { code: "INVALID_ARGUMENTS" } },
    ],
  },
  {
    ...{ of: "tasks", defect: "params that one action needs are required of all, or of none" },
    calls: [
      task,
      { call: "manage_task", with: { taskId: "$task", action: "start" }, answers: { ok: true } },
      { call: "manage_task", with: { taskId: "$task", action: "explode" }, error: { code: "INVALID_ARGUMENTS" } },
      { call: "manage_dependencies", with: { action: "add", task_id: "$task" }, error: { code: "INVALID_ARGUMENTS" } },
      { call: "manage_context_pack", with: { action: "create", name: "x" }, error: { code: "INVALID_ARGUMENTS" } },
    ],
  },
  {
    ...{ of: "tasks", defect: "the same thing is taskId in one tool and task_id in another" },
    calls: [
      task,
      { call: "get_task", with: { task_id: "$task" }, answers: { title: "Read the maps" } },
      { call: "manage_subtasks", with: { action: "list", taskId: "$task" }, answers: { count: 0 } },
      { call: "manage_dependencies", with: { action: "list", taskId: "$task" }, answers: { count: 0 } },
    ],
  },
  {
    ...{ of: "subtasks", defect: "create ignores the priority" },
    calls: [
      task,
      {
        ...{ call: "manage_subtasks", with: { action: "create", task_id: "$task", description: "x", priority: "H" } },
        answers: { subtask: { priority: "H", completed: 0 } },
      },
    ],
  },
  {
    ...{ of: "subtasks", defect: "complete leaves the status" },
    calls: [
      task,
      {
        ...{ call: "manage_subtasks", with: { action: "create", task_id: "$task", description: "Find them" } },
        answers: { ok: true },
        keep: "part",
      },
      {
        ...{ call: "manage_subtasks", with: { action: "complete", task_id: "$task", subtask_id: "$part" } },
        answers: { subtask: { completed: 1, status: "COMPLETED" } },
      },
    ],
  },
  {
    ...{ of: "dependencies", defect: "a cycle is not looked for" },
    calls: [
      ...[task, other, waits],
      {
        ...{ call: "manage_dependencies", with: { action: "add", task_id: "$other", depends_on_id: "$task" } },
        error: { code: "DEPENDENCY_CYCLE" },
      },
      {
        ...{ call: "manage_dependencies", with: { action: "add", task_id: "$task", depends_on_id: "$task" } },
        error: { code: "DEPENDENCY_CYCLE" },
      },
    ],
  },
  {
    ...{ of: "dependencies", defect: "any other direction means dependents" },
    calls: [
      task,
      {
        ...{ call: "manage_dependencies", with: { action: "list", task_id: "$task", direction: "up" } },
        error: { code: "INVALID_ARGUMENTS" },
      },
    ],
  },
  {
    ...{ of: "memories", defect: "the type of recall is ignored" },
    calls: [
      memory,
      { call: "recall", with: { term: "bridge", type: "decision" }, answers: { count: 0 } },
      { call: "recall", with: { term: "bridge", type: "reference" }, answers: { count: 1 } },
    ],
  },
  {
    ...{ of: "memories", defect: "texts that are not ASCII are never similar" },
    calls: [
      {
        call: "add_memory",
        with: { project: "Atlas", content: "桥在端口七一七九上等待连接" },
        answers: { _type: "general" },
      },
      {
        ...{ call: "add_memory", with: { project: "Atlas", content: "桥在端口七一七九上等待连接" } },
        answers: { status: "similar_exists", similar_count: 1 },
      },
    ],
  },
  {
    ...{ of: "memories", defect: "a keyword inside another word decides the type" },
    calls: [
      {
        call: "add_memory",
        with: { project: "Atlas", content: "The quadratic one is blue." },
        answers: { _type: "general" },
      },
    ],
  },
  {
    ...{ of: "memories", defect: "a type is advertised that is refused" },
    calls: [
      {
        ...{ call: "add_memory", with: { project: "Atlas", content: "x y z", type: "skill" } },
        error: { code: "INVALID_ARGUMENTS" },
      },
      ...["general", "decision", "bug_fix", "preference", "pattern", "reference"].map((type) => ({
        ...{ call: "add_memory", with: { project: "Atlas", content: `About ${type}`, type, force: true } },
        answers: { _type: type },
      })),
    ],
  },
  {
    ...{ of: "packs", defect: "what is added replaces what is there" },
    calls: [
      ...[task, other, memory, pack],
      ...["$task", "$other", "$task"].map((taskId) => ({
        ...{ call: "manage_context_pack", with: { action: "add_task", packId: "$pack", taskId } },
        answers: { name: "Bridge" },
      })),
      {
        ...{ call: "manage_context_pack", with: { action: "add_memory", packId: "$pack", memoryId: "$memory" } },
        answers: { tasks_count: 2, memories_count: 1 },
      },
    ],
  },
  {
    ...{ of: "packs", defect: "an update can't empty a field or change tags, and nothing is ever taken out" },
    calls: [
      ...[task, pack],
      {
        ...{ call: "manage_context_pack", with: { action: "update", packId: "$pack", description: "", tags: ["web"] } },
        answers: { description: "", tags: ["web"] },
      },
      {
        call: "manage_context_pack",
        with: { action: "add_task", packId: "$pack", taskId: "$task" },
        answers: { tasks_count: 1 },
      },
      {
        ...{ call: "manage_context_pack", with: { action: "remove_task", packId: "$pack", taskId: "$task" } },
        answers: { tasks_count: 0 },
      },
    ],
  },
  {
    ...{ of: "decisions", defect: "the status is ignored" },
    calls: [
      { call: "create_decision", with: { title: "Use WAL", status: "proposed" }, answers: { status: "proposed" } },
      // To approve is for a person.
      { call: "create_decision", with: { title: "Use SQLite", status: "approved" }, answers: { status: "draft" } },
    ],
  },
  {
    ...{ of: "plans", defect: "create has lost its defaults, and the project is not resolved" },
    calls: [
      {
        ...{ call: "manage_plan", with: { action: "create", requirements: "Import the old maps.", project: "ATLAS" } },
        answers: { plan: { title: "Import the old maps", type: "feature", consensus: 0.75, max_budget_usd: 5 } },
      },
      { call: "manage_plan", with: { action: "list", project: "atlas" }, answers: { count: 1 } },
      {
        ...{ call: "manage_plan", with: { action: "create", requirements: "x", project: "Nowhere" } },
        error: { code: "PROJECT_NOT_FOUND" },
      },
    ],
  },
  {
    ...{ of: "plans", defect: "apply does not look whether the plan is completed" },
    calls: [
      plan,
      { call: "manage_plan", with: { action: "apply", plan_id: "$plan" }, error: { code: "PLAN_REFUSED" } },
    ],
  },
  {
    ...{ of: "organisations", defect: "org_id is never sent, and nothing reads the active organisation" },
    calls: [
      { call: "organization_manage", with: { action: "create", name: "Acme" }, keep: "acme" },
      { call: "create_project", with: { name: "Theirs", org_id: "$acme" }, answers: { project: { name: "Theirs" } } },
      { call: "list_projects", with: {}, answers: { count: 1, items: [{ name: "Atlas" }] } },
      { call: "switch_organization", with: { orgId: "$acme" }, answers: { name: "Acme" } },
      { call: "list_projects", with: {}, answers: { count: 1, items: [{ name: "Theirs" }] } },
    ],
  },
];

const inventoryTest = "test/process/compat/inventory.test.ts";
const vaultTest = "test/process/vault/ramorie-vault.test.ts";

/** Defects that other tests show to be right here, by a text of that test. */
export const shownElsewhere: readonly (readonly [defect: string, file: string, test: string])[] = [
  ["numbers of decisions have races", "test/process/decisions.test.ts", "leave no gap in the numbers"],
  [
    "the guard of similar projects is left out when it fails",
    "test/services/projects.test.ts",
    "two agents who create the same project at once",
  ],
  [
    "ambiguous ids of projects are not noticed",
    "test/services/projects.test.ts",
    "the beginning of several ids is ambiguous",
  ],
  [
    "only three writes ask for a session",
    "test/process/compat/defects.test.ts",
    "sessions: only three writes ask for one",
  ],
  [
    "the schemas have no enums, limits or descriptions",
    "test/process/compat/param-limits.test.ts",
    "has the type, the words and the limits of the inventory, or a reason",
  ],
  ["tools have no annotations", inventoryTest, "each tool has annotations, and those that only read say so"],
  ["a tool without params has no schema of an object", inventoryTest, "each tool has annotations"],
  ["a result is one text and nothing structured", inventoryTest, "a result is structured, and its text is the same"],
  ["a process has one session for all of its clients", inventoryTest, "each client has a session of its own"],
  ["a session stays open for the next user who starts the server", inventoryTest, "and none after a restart"],
  ["to set an agent up again overwrites the session", inventoryTest, "to set an agent up again opens another session"],
  ["changes of a pack have no lock", inventoryTest, "several clients add to a pack at once, and nothing is lost"],
  ["a param is accepted and does nothing", vaultTest, "of what is written it is said whether it is encrypted"],
  ["a briefing is not decrypted", vaultTest, "a briefing, notes and what is in a pack are decrypted"],
  ["notes are not decrypted", vaultTest, "a briefing, notes and what is in a pack are decrypted"],
  ["what is linked to a pack is not decrypted", vaultTest, "a briefing, notes and what is in a pack are decrypted"],
  ["a search does not match what is encrypted", vaultTest, "a list and a recall match what is encrypted"],
  [
    "the type of what is encrypted is neither checked nor sent",
    vaultTest,
    "the type of what is encrypted is checked and kept",
  ],
  ["notes are encrypted with the key of the person", vaultTest, "in an organisation nothing is encrypted"],
  ["what is encrypted is moved under the wrong key", vaultTest, "what is moved stays encrypted and readable"],
  [
    "a locked vault answers with a placeholder as if it were the text",
    vaultTest,
    "while it is locked, what is read says so",
  ],
  ["a locked placeholder is found by its own words", vaultTest, "nothing is found by the words of the placeholder"],
  ["the guard of duplicates skips what it can't read", vaultTest, "the guard of duplicates compares what is encrypted"],
  [
    "an unlocked vault of another process is not seen",
    "test/process/vault/vault.test.ts",
    "while the vault is unlocked, and a placeholder while it is locked, without a restart",
  ],
  [
    "encrypted calls send no scope",
    vaultTest,
    "of what is written it is said whether it is encrypted, and in which scope",
  ],
  [
    "the list of tools costs too many tokens",
    "test/process/compat/param-limits.test.ts",
    "the list costs no more tokens than its budget",
  ],
  [
    "a second catalogue of the tools is kept by hand",
    "test/process/compat/param-limits.test.ts",
    "the list that is served is the one that is generated",
  ],
  ["tools vanish without an alias or a notice", "test/process/compat/retired-names.test.ts", "learns where to go"],
];
