import { ok } from "pegboard/runtime";
import type { TaskDependencyManage } from "../../../generated/contracts/task_dependency_manage.ts";
import { errors } from "../../../generated/errors.ts";
import type { Dependencies } from "../../services/tasks/dependencies.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findTask } from "../find.ts";
import { refusedTask } from "./refused-task.ts";
import { taskPreview, wireTask } from "./wire-task.ts";

export const taskDependencyManage: ToolHandler<TaskDependencyManage> = async (input, { tasks }, call) => {
  const found = await findTask(tasks, input.task, call.session.agent);
  if (!found.ok) return found;
  const task = found.thing;
  if (input.action === "list") {
    const dependencies = await tasks.dependencies(task.id, call.session.agent);
    // Deleted between the two reads.
    return dependencies === undefined ? errors.taskNotFound({ task: input.task }) : shown(dependencies, false);
  }
  const needed = await findTask(tasks, input.needs, call.session.agent);
  if (!needed.ok) return needed;
  const edge = { taskId: task.id, needsId: needed.thing.id, writer: writerOf(call.session) };
  const changed = await tasks.changeDependency({ action: input.action, ...edge });
  switch (changed.status) {
    case "done":
      return shown(changed, changed.isChanged);
    case "cycle": {
      const titles = changed.tasks.map(({ title }) => title);
      const path = [...titles, task.title].map((title) => `'${title}'`).join(" → ");
      return errors.dependencyCycle({ task: task.title, needs: needed.thing.title, path });
    }
    default:
      return refusedTask(changed, input.task);
  }
};

function shown({ task, needs, neededBy }: Dependencies, changed: boolean) {
  const edges = { needs: needs.map(taskPreview), needed_by: neededBy.map(taskPreview) };
  return ok({ task: wireTask(task), changed, ...edges }, { where: `project ${task.project}` });
}
