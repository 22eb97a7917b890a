import { ok } from "pegboard/runtime";
import type { TaskNoteAdd } from "../../../generated/contracts/task_note_add.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findTask } from "../find.ts";
import { refusedTask } from "./refused-task.ts";
import { wireNote } from "./wire-task.ts";

export const taskNoteAdd: ToolHandler<TaskNoteAdd> = async (input, { tasks }, call) => {
  const found = await findTask(tasks, input.task, call.session.agent);
  if (!found.ok) return found;
  const request = {
    taskId: found.thing.id,
    kind: input.kind,
    author: input.author ?? null,
    content: input.note,
    writer: writerOf(call.session),
  };
  const added = await tasks.addNote(request);
  if (added.status !== "added") return refusedTask(added, input.task);
  return ok(wireNote(added.note), { where: `project ${added.task.project}` });
};
