import type { AdaptManageTask } from "../../../generated/contracts/task_manage.ts";

/** Progress was any number; its fraction is cut off. Where none is given there is none: it no longer means 0. */
export const manageTask: AdaptManageTask = (old) => ({
  action: old.action,
  task: old.taskId,
  // Adding 0 makes 0 of -0, which JSON does not know.
  ...(old.action === "progress" && old.progress !== undefined ? { progress: Math.trunc(old.progress) + 0 } : {}),
});
