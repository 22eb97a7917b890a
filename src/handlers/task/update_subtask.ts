import type { AdaptUpdateSubtask } from "../../../generated/contracts/task_subtask_manage.ts";
import { describedAs } from "./manage_subtasks.ts";

/** Its task is not asked for: the id says which subtask is meant. */
export const updateSubtask: AdaptUpdateSubtask = ({ subtask_id, description, status, priority }) => ({
  action: "update",
  subtask: subtask_id,
  ...describedAs(description),
  ...(status === undefined ? {} : { status }),
  ...(priority === undefined ? {} : { priority }),
});
