import type {
  AdaptManageSubtasks,
  AdaptManageSubtasksResult,
} from "../../../generated/contracts/task_subtask_manage.ts";
import type { RamorieSubtask, Task } from "../../../generated/types.ts";
import { firstSentence } from "./create_task.ts";
import { ramoriePriority, ramorieStatus } from "./ramorie-task.ts";

const maxTitleLength = 120;

/** Old subtasks had a description only: its first sentence is the title. The task is checked where it was ignored before. */
export const manageSubtasks: AdaptManageSubtasks = ({
  action,
  task_id,
  subtask_id,
  description,
  status,
  priority,
}) => ({
  action,
  task: task_id,
  ...(subtask_id === undefined ? {} : { subtask: subtask_id }),
  ...describedAs(description),
  ...(status === undefined ? {} : { status }),
  ...(priority === undefined ? {} : { priority }),
});

export function describedAs(description: string | undefined) {
  return description === undefined ? {} : { title: firstSentence(description, maxTitleLength), description };
}

const outcomes = { create: "is created", complete: "is completed", update: "is changed", list: "is listed" } as const;

export const manageSubtasksResult: AdaptManageSubtasksResult = ({ task, subtask, subtasks, count }, { action }) => {
  if (subtask === null) {
    return { task_id: task.id, subtasks: subtasks.map((part) => ramorieSubtask(part, task.id)), count };
  }
  return {
    ok: true,
    message: `'${subtask.title}' ${outcomes[action]}`,
    subtask: ramorieSubtask(subtask, task.id),
  };
};

function ramorieSubtask(
  { id, title, parent, description, status, priority, created_at }: Task,
  task: string,
): RamorieSubtask {
  return {
    ...{ id, task_id: task, description: description === "" ? title : description, created_at },
    ...(parent === null || parent === task ? {} : { parent_subtask_id: parent }),
    completed: status === "completed" ? 1 : 0,
    status: ramorieStatus[status],
    priority: ramoriePriority[priority],
  };
}
