import { sql, type Transaction } from "kysely";
import type { TaskRows } from "../task-rows.ts";
import type { Fields } from "./fields.ts";
import { openNote, sealNote } from "./seal-task.ts";
import { rowOfTask } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteTaskNotes(
  transaction: Transaction<Tables>,
  fields: Fields,
): Pick<TaskRows, "addNote" | "notesOf"> {
  return {
    async addNote({ taskId, ...note }) {
      const isSealed = await isEncrypted(transaction, taskId);
      const stored = isSealed ? sealNote(await fields.keyToWrite(), note.id, note.content) : { sealedContent: null };
      await transaction
        .insertInto("task_notes")
        .values({ ...note, ...stored, task: rowOfTask(taskId) })
        .execute();
    },
    async notesOf(taskId, kind, limit) {
      const notes = transaction
        .selectFrom("task_notes")
        .select(["id", "kind", "author", "content", "createdBy", "createdAt", "sealedContent"])
        .where("task", "=", rowOfTask(taskId))
        .where("kind", "=", kind);
      const rows = await notes.orderBy("row", "desc").limit(limit).execute();
      const key = rows.some(({ sealedContent }) => sealedContent !== null) ? await fields.key() : undefined;
      return rows.map((note) => ({ ...openNote(note, key), taskId }));
    },
  };
}

/** The task is, or its project is set so. */
async function isEncrypted(transaction: Transaction<Tables>, taskId: string): Promise<boolean> {
  const { rows } = await sql<{ encrypted: number }>`
    SELECT tasks.sealed_description IS NOT NULL OR projects.encrypted AS encrypted
    FROM tasks JOIN projects ON projects.row = tasks.project WHERE tasks.id = ${taskId}
  `.execute(transaction);
  return rows[0]?.encrypted === 1;
}
