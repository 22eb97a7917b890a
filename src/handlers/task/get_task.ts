import type { AdaptGetTaskResult } from "../../../generated/contracts/task_get.ts";
import { ramorieNote, ramorieTask } from "./ramorie-task.ts";

export const getTaskResult: AdaptGetTaskResult = ({ task, notes }) => ({
  ...ramorieTask(task),
  annotations: notes.map(ramorieNote),
});
