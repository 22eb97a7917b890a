import type { AdaptGetTaskResult } from "../../../generated/contracts/task_get.ts";
import { ramorieTask } from "./ramorie-task.ts";

export const getTaskResult: AdaptGetTaskResult = ({ task }) => ramorieTask(task);
