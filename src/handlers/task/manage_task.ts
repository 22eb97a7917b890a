import type { AdaptManageTask, AdaptManageTaskResult } from "../../../generated/contracts/task_manage.ts";
import { ramorieTask } from "./ramorie-task.ts";

/** Progress was any number; its fraction is cut off. Absent progress no longer means 0. */
export const manageTask: AdaptManageTask = (old) => ({
  action: old.action,
  task: old.taskId,
  // Adding 0 turns -0, which JSON does not have, into 0.
  ...(old.action === "progress" && old.progress !== undefined ? { progress: Math.trunc(old.progress) + 0 } : {}),
});

const outcomes = {
  start: "is the task you work on",
  stop: "is put down",
  complete: "is completed",
  progress: "has its progress noted",
  reopen: "is open again",
  archive: "is archived",
  restore: "is restored",
} as const;

export const manageTaskResult: AdaptManageTaskResult = (result, { action }) => ({
  ok: true,
  message: `'${result.title}' ${outcomes[action]}`,
  ...(action === "progress" ? { task: ramorieTask(result) } : {}),
});
