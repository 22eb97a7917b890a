import type { OldCall, Step } from "./old-call.ts";

const open: Step = { call: "session_open", with: { agent: "claude", model: "opus" } };
const atlas: Step = { call: "project_create", with: { name: "Atlas" } };
const borealis: Step = { call: "project_create", with: { name: "Borealis" } };
const importer: Step = {
  call: "task_create",
  with: { project: "Atlas", title: "Write the importer" },
  keep: "importer",
};
const data: Step = { call: "task_create", with: { project: "Atlas", title: "Import the data" }, keep: "data" };
const waits: Step = { call: "task_dependency_manage", with: { action: "add", task: "$data", needs: "$importer" } };
const header: Step = {
  call: "task_create",
  with: { project: "Atlas", title: "Read the header", description: "Read the header. It has two lines." },
  keep: "header",
};
const part: Step = { call: "task_subtask_manage", with: { action: "place", task: "$importer", subtask: "$header" } };
const tasks = [open, atlas, borealis, importer, data];

/** Notes, moves and dependencies of tasks, and what was done, in the words of Ramorie. */
export const ramorieLinkCalls: readonly OldCall[] = [
  {
    alias: "add_task_note",
    title: "as it was written",
    given: tasks,
    old: { taskId: "$importer", note: " It reads UTF-8.\n" },
    answers: { task_id: "$importer", content: " It reads UTF-8.\n" },
    tool: "task_note_add",
    now: { task: "$importer", note: " It reads UTF-8.\n" },
    after: { call: "task_get", with: { task: "$importer" }, shows: { notes: [{ note: " It reads UTF-8.\n" }] } },
  },
  {
    alias: "move_task",
    title: "to a project by its name",
    given: tasks,
    old: { taskId: "$importer", projectId: "borealis" },
    answers: {
      ...{ id: "$importer", project: { name: "Borealis" }, progress: 0 },
      ...{ _moved_to_project: "Borealis", _message: "'Write the importer' is in 'Borealis'" },
    },
    tool: "task_move",
    now: { task: "$importer", project: "borealis" },
    after: { call: "task_list", with: { project: "Borealis" }, shows: { items: [{ title: "Write the importer" }] } },
  },
  {
    alias: "get_stats",
    title: "of a project",
    given: [...tasks, { call: "task_manage", with: { action: "start", task: "$data" } }],
    old: { project: "ATLAS" },
    answers: { total: 2, todo: 1, in_progress: 1, completed: 0 },
    tool: "project_stats",
    now: { project: "ATLAS" },
    after: { call: "project_stats", with: { project: "Atlas" }, shows: { tasks: { total: 2, blocked: 0 } } },
  },
  {
    alias: "get_agent_activity",
    title: "of one agent and one event, newest first",
    given: tasks,
    old: { project: "Atlas", agent_name: "claude", event_type: "task_created", limit: 1.9 },
    answers: {
      events: [
        {
          ...{ event_type: "task_created", entity_type: "task", entity_id: "$data", entity_title: "Import the data" },
          ...{ agent_name: "claude", created_via: "mcp", project_name: "Atlas" },
        },
      ],
      ...{ count: 1, has_more: true, _context: "claude (opus), in project Atlas" },
    },
    tool: "activity_list",
    now: { project: "Atlas", agent: "claude", event: "task_created", limit: 1 },
    after: { call: "activity_list", with: { event: "task_created" }, shows: { count: 2 } },
  },
  {
    alias: "manage_dependencies",
    title: "add",
    given: tasks,
    old: { action: "ADD", task_id: "$data", depends_on_id: "$importer" },
    answers: {
      ...{ ok: true, message: "'Import the data' waits for 'Write the importer'" },
      ...{ task_id: "$data", depends_on_id: "$importer" },
    },
    tool: "task_dependency_manage",
    now: { action: "add", task: "$data", needs: "$importer" },
    after: { call: "task_list", with: { next: true }, shows: { items: [{ title: "Write the importer" }] } },
  },
  {
    alias: "manage_dependencies",
    title: "list",
    given: [...tasks, waits],
    old: { action: "list", task_id: "$data" },
    answers: {
      ...{ task_id: "$data", direction: "dependencies", count: 1 },
      dependencies: [{ task_id: "$data", depends_on_id: "$importer", title: "Write the importer", status: "TODO" }],
    },
    tool: "task_dependency_manage",
    now: { action: "list", task: "$data" },
    after: { call: "task_get", with: { task: "$data" }, shows: { needs: [{ title: "Write the importer" }] } },
  },
  {
    alias: "manage_dependencies",
    title: "list the other way",
    given: [...tasks, waits],
    old: { action: "list", task_id: "$importer", direction: "dependents" },
    answers: {
      ...{ task_id: "$importer", direction: "dependents", count: 1 },
      dependents: [{ task_id: "$data", depends_on_id: "$importer", title: "Import the data", status: "TODO" }],
    },
    tool: "task_dependency_manage",
    now: { action: "list", task: "$importer" },
    after: { call: "task_get", with: { task: "$importer" }, shows: { needed_by: [{ title: "Import the data" }] } },
  },
  {
    alias: "manage_dependencies",
    title: "remove",
    given: [...tasks, waits],
    old: { action: "remove", task_id: "$data", depends_on_id: "$importer" },
    answers: { ok: true, task_id: "$data", depends_on_id: "$importer" },
    tool: "task_dependency_manage",
    now: { action: "remove", task: "$data", needs: "$importer" },
    after: { call: "task_get", with: { task: "$data" }, shows: { needs: [], task: { blocked: false } } },
  },
  {
    alias: "manage_subtasks",
    title: "create",
    given: tasks,
    old: { action: "CREATE", task_id: "$importer", description: "Read the header. It has two lines.", priority: "H" },
    answers: {
      ...{ ok: true, message: "'Read the header' is created" },
      subtask: {
        ...{ task_id: "$importer", description: "Read the header. It has two lines.", completed: 0 },
        ...{ status: "TODO", priority: "H" },
      },
    },
    tool: "task_subtask_manage",
    now: {
      ...{ action: "create", task: "$importer", title: "Read the header", priority: "high" },
      description: "Read the header. It has two lines.",
    },
    after: {
      call: "task_subtask_manage",
      with: { action: "list", task: "$importer" },
      shows: { task: { subtasks: 1 }, subtasks: [{ title: "Read the header", priority: "high" }] },
    },
  },
  {
    alias: "manage_subtasks",
    title: "list",
    given: [...tasks, header, part],
    old: { action: "list", taskId: "$importer" },
    answers: {
      ...{ task_id: "$importer", count: 1 },
      subtasks: [{ id: "$header", description: "Read the header. It has two lines.", completed: 0, status: "TODO" }],
    },
    tool: "task_subtask_manage",
    now: { action: "list", task: "$importer" },
    after: { call: "task_get", with: { task: "$importer" }, shows: { task: { subtasks: 1 } } },
  },
  {
    alias: "manage_subtasks",
    title: "complete",
    given: [...tasks, header, part],
    old: { action: "complete", task_id: "$importer", subtask_id: "$header" },
    answers: { ok: true, subtask: { id: "$header", completed: 1, status: "COMPLETED" } },
    tool: "task_subtask_manage",
    now: { action: "complete", task: "$importer", subtask: "$header" },
    after: { call: "task_get", with: { task: "$importer" }, shows: { task: { progress: 100, status: "todo" } } },
  },
  {
    alias: "manage_subtasks",
    title: "update",
    given: [...tasks, header, part],
    old: {
      ...{ action: "update", task_id: "$importer", subtask_id: "$header" },
      ...{ description: "Read the footer", status: "IN_PROGRESS", priority: "L" },
    },
    answers: { ok: true, subtask: { description: "Read the footer", status: "IN_PROGRESS", priority: "L" } },
    tool: "task_subtask_manage",
    now: {
      ...{ action: "update", task: "$importer", subtask: "$header", title: "Read the footer" },
      ...{ description: "Read the footer", status: "in_progress", priority: "low" },
    },
    after: {
      call: "task_get",
      with: { task: "$header" },
      shows: { task: { title: "Read the footer", priority: "low" } },
    },
  },
];
