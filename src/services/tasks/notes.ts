import type { Writer } from "../../store/activity-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import type { TaskNote } from "../../store/task-rows.ts";
import { type PutAway, putAwayOf, type Task, taskOf } from "./task.ts";

export interface AddNote extends Partial<Pick<TaskNote, "kind" | "author">> {
  readonly taskId: string;
  readonly content: string;
  readonly writer: Writer;
}

/** Anything but `added`: nothing was written. */
export type AddedNote =
  | { readonly status: "added"; readonly note: TaskNote; readonly task: Task }
  | { readonly status: PutAway; readonly task: Task }
  | { readonly status: "not_found" };

export async function addNote(
  { tasks, activity }: WritableRows,
  { taskId, content, kind = "note", author = null, writer }: AddNote,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<AddedNote> {
  const [row] = await tasks.byIds([taskId]);
  if (row === undefined) return { status: "not_found" };
  const task = taskOf(row, await tasks.activeOf(writer.agent));
  const putAway = putAwayOf(row);
  if (putAway !== undefined) return { status: putAway, task };
  const { agent: createdBy, session } = writer;
  await tasks.addNote({ id, taskId, kind, author, content, createdBy, session, createdAt: at });
  await activity.append({ ...writer, at, event: `task_${kind}_added`, subject: taskId });
  const [note] = await tasks.notesOf(taskId, kind, 1);
  if (note?.id !== id) throw new Error(`invariant: note ${id} was written a moment ago`);
  return { status: "added", note, task };
}
