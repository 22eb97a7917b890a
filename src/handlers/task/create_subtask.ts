import type { AdaptCreateSubtask } from "../../../generated/contracts/task_subtask_manage.ts";
import { manageSubtasks } from "./manage_subtasks.ts";

export const createSubtask: AdaptCreateSubtask = (old) => manageSubtasks({ action: "create", ...old });
