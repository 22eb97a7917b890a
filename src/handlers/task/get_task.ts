import type { AdaptGetTaskResult } from "../../../generated/contracts/task_get.ts";
import { ramorieNote, ramorieTask } from "./ramorie-task.ts";

/** Ramorie had annotations for both. */
export const getTaskResult: AdaptGetTaskResult = ({ task, notes, comments }) => ({
  ...ramorieTask(task),
  annotations: [...notes, ...comments]
    .sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0))
    .map(ramorieNote),
});
