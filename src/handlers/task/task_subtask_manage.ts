import { ok } from "pegboard/runtime";
import type { TaskSubtaskManage, TaskSubtaskManageInput } from "../../../generated/contracts/task_subtask_manage.ts";
import { errors } from "../../../generated/errors.ts";
import type { PutAway, Task } from "../../services/tasks/task.ts";
import type { Writer } from "../../store/activity-rows.ts";
import { type Deps, type ToolHandler, writerOf } from "../deps.ts";
import { findTask } from "../find.ts";
import { refusedTask } from "./refused-task.ts";
import { wireTask } from "./wire-task.ts";

export const taskSubtaskManage: ToolHandler<TaskSubtaskManage> = async (input, { tasks }, call) => {
  const { agent } = call.session;
  const writer = writerOf(call.session);
  const given = input.task === undefined ? undefined : await findTask(tasks, input.task, agent);
  if (given?.ok === false) return given;
  const whole = given?.thing;
  switch (input.action) {
    case "list": {
      const found = whole === undefined ? undefined : await tasks.subtasks(whole.id, agent);
      // Deleted between the two reads.
      if (found === undefined) return errors.taskNotFound({ task: input.task });
      const subtasks = found.subtasks.map(wireTask);
      const value = { task: wireTask(found.task), subtask: null, subtasks, count: subtasks.length };
      return ok(value, { where: `project ${found.task.project}` });
    }
    case "create": {
      if (whole === undefined) return errors.taskNotFound({ task: input.task });
      const { title, description = "", priority = "medium", status, position } = input;
      const facts = { title, description, priority, status, position, tags: [] };
      const created = await tasks.create({ ...facts, parentId: whole.id, writer });
      if (created.status === "created") return changed(tasks, created.task, whole.id, agent);
      if (created.status === "refused") return refused({ status: created.refusal, task: created.parent }, input.task);
      return refused({ status: "not_found" }, input.task);
    }
    default:
      return changeSubtask(tasks, input, whole, writer);
  }
};

type Change = Exclude<TaskSubtaskManageInput, { readonly action: "list" | "create" }>;

async function changeSubtask(tasks: Deps["tasks"], input: Change, whole: Task | undefined, writer: Writer) {
  const found = await findTask(tasks, input.subtask, writer.agent);
  if (!found.ok) return found;
  const subtask = found.thing;
  const taskId = subtask.id;
  if (input.action === "place") {
    const { position } = input;
    // The action requires the task.
    const placed = await tasks.place({ taskId, parentId: whole?.id ?? null, position, writer });
    if (placed.status === "cycle") {
      const path = [...placed.tasks, ...placed.tasks.slice(0, 1)].map(({ title }) => `'${title}'`).join(" → ");
      return errors.subtaskCycle({ title: subtask.title, parent: whole?.title ?? "", path });
    }
    return placed.status === "placed"
      ? changed(tasks, placed.task, whole?.id, writer.agent)
      : refused(placed, input.subtask);
  }
  const above = await tasks.above(taskId);
  const [parentId] = above;
  if (parentId === undefined || (whole !== undefined && !above.includes(whole.id))) {
    const parent = whole === undefined ? "any task" : `'${whole.title}' (${whole.id})`;
    return errors.notASubtask({ subtask: taskId, title: subtask.title, parent });
  }
  if (input.action === "detach") {
    const placed = await tasks.place({ taskId, parentId: null, writer });
    if (placed.status === "placed") return changed(tasks, placed.task, parentId, writer.agent);
    // What is a part of nothing closes no cycle.
    return refused(placed.status === "cycle" ? { status: "not_found" } : placed, input.subtask);
  }
  const { title, description, status, priority } = input.action === "update" ? input : { status: "completed" as const };
  const change = { title, description, status, priority };
  if (Object.values(change).every((value) => value === undefined)) {
    return errors.nothingToChange({ action: input.action, params: Object.keys(change) });
  }
  const managed = await tasks.manage({ action: "update", taskId, change, writer });
  return managed.status === "done"
    ? changed(tasks, managed.task, parentId, writer.agent)
    : refused(managed, input.subtask);
}

function refused(
  outcome: { readonly status: PutAway | "completed"; readonly task: Task } | { readonly status: "not_found" },
  text: string,
) {
  if (outcome.status === "not_found") return refusedTask(outcome, text);
  const { status, task } = outcome;
  if (status === "completed") return errors.taskCompleted({ task: task.id, title: task.title });
  return refusedTask({ status, task }, text);
}

/** The subtask with the task that it is or was a part of, as they are now. */
async function changed(tasks: Deps["tasks"], subtask: Task, parentId: string | undefined, agent: string) {
  const [parent = subtask] = parentId === undefined ? [] : await tasks.byIds([parentId], agent);
  const value = { task: wireTask(parent), subtask: wireTask(subtask), subtasks: [], count: 0 };
  return ok(value, { where: `project ${subtask.project}` });
}
