import type { AdaptMoveTaskResult } from "../../../generated/contracts/task_move.ts";
import { ramorieTask } from "./ramorie-task.ts";

export const moveTaskResult: AdaptMoveTaskResult = (result) => ({
  ...ramorieTask(result),
  _context: result._context,
  _moved_to_project: result.project,
  _message: `'${result.title}' is in '${result.project}'`,
});
