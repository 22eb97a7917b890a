import type { Transaction } from "kysely";
import type { TaskNote, TaskRows } from "../task-rows.ts";
import { all, rowOfTask } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteTaskNotes(transaction: Transaction<Tables>): Pick<TaskRows, "addNote" | "notesOf"> {
  return {
    async addNote({ taskId, ...note }) {
      await transaction
        .insertInto("task_notes")
        .values({ ...note, task: rowOfTask(taskId) })
        .execute();
    },
    notesOf(taskId, kind, limit) {
      const notes = transaction
        .selectFrom("task_notes")
        .select(["id", "kind", "author", "content", "createdBy", "createdAt"])
        .where("task", "=", rowOfTask(taskId))
        .where("kind", "=", kind);
      return all(notes.orderBy("row", "desc").limit(limit), (note): TaskNote => ({ ...note, taskId }));
    },
  };
}
