import { sql, type Transaction } from "kysely";
import type { FieldKey } from "../vault.ts";
import { openField } from "./fields.ts";
import { gramTags } from "./grams.ts";
import type { Tables } from "./tables.ts";
import { unindexRow } from "./unindex-row.ts";

// The encrypted fields of tasks and of their notes: title and description, and what a note says. Status, tags, people and times stay.

export interface SealedTask {
  readonly sealedTitle: Uint8Array | null;
  readonly sealedDescription: Uint8Array | null;
}

export const unsealedTask: SealedTask = { sealedTitle: null, sealedDescription: null };

interface Texts {
  readonly title: string;
  readonly description: string;
}

/** The columns of a task's texts when it is encrypted. */
export function sealTask(key: FieldKey, id: string, { title, description }: Texts): Texts & SealedTask {
  return {
    title: "",
    description: "",
    sealedTitle: key.seal({ table: "tasks", id, field: "title" }, title),
    sealedDescription: key.seal({ table: "tasks", id, field: "description" }, description),
  };
}

/** Its texts as they are shown. @param key needed only for what is encrypted; undefined: locked */
export function openTask<Row extends Texts & SealedTask & { readonly id: string }>(
  { sealedTitle, sealedDescription, ...row }: Row,
  key: FieldKey | undefined,
) {
  if (sealedDescription === null) return { ...row, encrypted: false, locked: false };
  const { id } = row;
  const title = openField(key, { table: "tasks", id, field: "title" }, sealedTitle);
  const description = openField(key, { table: "tasks", id, field: "description" }, sealedDescription);
  const isOpen = title.isOpen && description.isOpen;
  return { ...row, title: title.text, description: description.text, encrypted: true, locked: !isOpen };
}

/** The title alone. */
export function openTaskTitle(
  { id, title, sealedTitle }: { readonly id: string; readonly title: string; readonly sealedTitle: Uint8Array | null },
  key: FieldKey | undefined,
): string {
  return sealedTitle === null ? title : openField(key, { table: "tasks", id, field: "title" }, sealedTitle).text;
}

/** The column of what a note says when its task is encrypted. */
export function sealNote(key: FieldKey, id: string, content: string) {
  return { content: "", sealedContent: key.seal({ table: "task_notes", id, field: "content" }, content) };
}

export function openNote<
  Row extends { readonly id: string; readonly content: string; readonly sealedContent: Uint8Array | null },
>({ sealedContent, ...row }: Row, key: FieldKey | undefined) {
  if (sealedContent === null) return { ...row, encrypted: false, locked: false };
  const { text, isOpen } = openField(key, { table: "task_notes", id: row.id, field: "content" }, sealedContent);
  return { ...row, content: text, encrypted: true, locked: !isOpen };
}

/** Encrypts a task that is plain with its notes, and takes its texts out of the index; its tags stay there. */
export async function sealStoredTask(transaction: Transaction<Tables>, key: FieldKey, row: number): Promise<void> {
  const task = transaction.selectFrom("tasks").select(["id", "title", "description", "tags"]).where("row", "=", row);
  const { id, tags, ...texts } = await task.executeTakeFirstOrThrow();
  await transaction
    .updateTable("tasks")
    .set(sealTask(key, id, texts))
    .where("row", "=", row)
    .execute();
  await unindexRow(transaction, "task_grams", row);
  // The column is written by the store only, by JSON.stringify of a list of texts.
  const indexed = gramTags(JSON.parse(tags) as string[]);
  await sql`
    INSERT INTO task_grams (rowid, title, description, tags) VALUES (${row}, '', '', ${indexed})
  `.execute(transaction);
  await sealNotes(transaction, key, row);
}

/** Notes that were added before their task was encrypted. */
export async function sealNotes(transaction: Transaction<Tables>, key: FieldKey, task: number): Promise<void> {
  const notes = transaction.selectFrom("task_notes").select(["row", "id", "content"]).where("task", "=", task);
  for (const { row, id, content } of await notes.where("sealedContent", "is", null).execute()) {
    await transaction
      .updateTable("task_notes")
      .set(sealNote(key, id, content))
      .where("row", "=", row)
      .execute();
  }
}
