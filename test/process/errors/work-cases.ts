import { expect } from "vitest";
import { ambiguousTask, badCursor, badProject, type Cases, missingTask } from "./case.ts";
import { organizationErrors } from "./organization-cases.ts";

const archivedProject = { project: "Museum" };
const nothingInName = { name: "!!!", problem: "it contains no letter or digit" };

/** Projects and their tasks. */
export const workCases: Cases = {
  project_list: { CURSOR_INVALID: { with: { cursor: "bm9uc2Vuc2U" }, data: {} } },
  project_create: {
    PROJECT_NAME_INVALID: { with: { name: "!!!" }, data: nothingInName },
    ...organizationErrors({ name: "Gallery" }),
  },
  project_manage: {
    ...badProject({ action: "archive" }),
    PROJECT_NAME_INVALID: { with: { action: "update", project: "Atlas", name: "!!!" }, data: nothingInName },
    PROJECT_NAME_TAKEN: {
      with: { action: "update", project: "Atlas", name: "museum" },
      data: { name: "museum", owner: expect.stringMatching(/^the project 'Museum' \([0-9a-f-]{36}\)$/) },
    },
    PROJECT_ARCHIVED: { with: { action: "update", project: "Museum", name: "Gallery" }, data: archivedProject },
    NOTHING_TO_CHANGE: {
      with: { action: "update", project: "Atlas" },
      data: { action: "update", params: ["name", "description", "encrypted"] },
    },
  },
  project_delete: badProject(),
  project_stats: badProject(),
  activity_list: {
    ...badProject(),
    ...badCursor,
    EVENT_UNKNOWN: {
      with: { event: "task_eaten" },
      data: { event: "task_eaten", candidates: expect.arrayContaining(["task_created"]) },
    },
  },
  task_list: { ...badProject(), ...badCursor },
  task_create: {
    ...badProject({ title: "x" }),
    PROJECT_ARCHIVED: { with: { project: "Museum", title: "x" }, data: archivedProject },
  },
  task_get: { TASK_NOT_FOUND: missingTask(), TASK_AMBIGUOUS: ambiguousTask() },
  task_manage: {
    TASK_NOT_FOUND: missingTask({ action: "stop" }),
    TASK_AMBIGUOUS: ambiguousTask({ action: "start" }),
    TASK_COMPLETED: {
      with: { action: "start", task: "$completed" },
      data: { task: "$completed", title: "Done and dusted" },
    },
    TASK_ARCHIVED: {
      with: { action: "complete", task: "$putAway" },
      data: { task: "$putAway", title: "Put away" },
    },
    PROJECT_ARCHIVED: { with: { action: "restore", task: "$inMuseum" }, data: archivedProject },
    NOTHING_TO_CHANGE: {
      with: { action: "update", task: "$completed" },
      data: {
        action: "update",
        params: ["title", "description", "priority", "tags", "status", "due", "assignee", "encryption_scope"],
      },
    },
  },
  task_subtask_manage: {
    TASK_NOT_FOUND: missingTask({ action: "list" }),
    TASK_AMBIGUOUS: ambiguousTask({ action: "list" }),
    TASK_COMPLETED: {
      with: { action: "create", task: "$completed", title: "x" },
      data: { task: "$completed", title: "Done and dusted" },
    },
    TASK_ARCHIVED: {
      with: { action: "create", task: "$putAway", title: "x" },
      data: { task: "$putAway", title: "Put away" },
    },
    PROJECT_ARCHIVED: { with: { action: "create", task: "$inMuseum", title: "x" }, data: archivedProject },
    SUBTASK_CYCLE: {
      with: { action: "place", task: "$completed", subtask: "$completed" },
      data: { title: "Done and dusted", parent: "Done and dusted", path: "'Done and dusted' → 'Done and dusted'" },
    },
    NOT_A_SUBTASK: {
      with: { action: "detach", subtask: "$completed" },
      data: { subtask: "$completed", title: "Done and dusted", parent: "any task" },
    },
    NOTHING_TO_CHANGE: {
      with: { action: "update", subtask: "$part" },
      data: { action: "update", params: ["title", "description", "status", "priority"] },
    },
  },
  task_note_add: {
    TASK_NOT_FOUND: missingTask({ note: "x" }),
    TASK_AMBIGUOUS: ambiguousTask({ note: "x" }),
    TASK_ARCHIVED: { with: { task: "$putAway", note: "x" }, data: { task: "$putAway", title: "Put away" } },
    PROJECT_ARCHIVED: { with: { task: "$inMuseum", note: "x" }, data: archivedProject },
  },
  task_move: {
    TASK_NOT_FOUND: missingTask({ project: "Atlas" }),
    TASK_AMBIGUOUS: ambiguousTask({ project: "Atlas" }),
    TASK_ARCHIVED: { with: { task: "$putAway", project: "Atlas" }, data: { task: "$putAway", title: "Put away" } },
    ...badProject({ task: "$completed" }),
    PROJECT_ARCHIVED: { with: { task: "$completed", project: "Museum" }, data: archivedProject },
  },
  task_dependency_manage: {
    TASK_NOT_FOUND: missingTask({ action: "list" }),
    TASK_AMBIGUOUS: ambiguousTask({ action: "list" }),
    TASK_ARCHIVED: {
      with: { action: "add", task: "$putAway", needs: "$completed" },
      data: { task: "$putAway", title: "Put away" },
    },
    PROJECT_ARCHIVED: { with: { action: "add", task: "$completed", needs: "$inMuseum" }, data: archivedProject },
    DEPENDENCY_CYCLE: {
      with: { action: "add", task: "$completed", needs: "$completed" },
      data: { task: "Done and dusted", needs: "Done and dusted", path: "'Done and dusted' → 'Done and dusted'" },
    },
  },
  task_delete: { TASK_NOT_FOUND: missingTask(), TASK_AMBIGUOUS: ambiguousTask() },
};
