import type { AdaptManageTask } from "../../../generated/contracts/task_manage.ts";

/** Progress was any number; its fraction is cut off. Absent progress no longer means 0. */
export const manageTask: AdaptManageTask = (old) => ({
  action: old.action,
  task: old.taskId,
  // Adding 0 turns -0, which JSON does not have, into 0.
  ...(old.action === "progress" && old.progress !== undefined ? { progress: Math.trunc(old.progress) + 0 } : {}),
});
