import type { AdaptAddTaskNoteResult } from "../../../generated/contracts/task_note_add.ts";
import { ramorieNote } from "./ramorie-task.ts";

export const addTaskNoteResult: AdaptAddTaskNoteResult = ramorieNote;
