import { sql, type Transaction } from "kysely";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { FieldKey } from "../vault.ts";
import { blinded, type Fields, openField } from "./fields.ts";
import { unindexTexts } from "./index-memory.ts";
import type { Tables } from "./tables.ts";

// The encrypted fields of memories: title, content and metadata. Tags, kind, namespace, times and the other facts stay as they are.

export interface SealedMemory {
  readonly sealedTitle: Uint8Array | null;
  readonly sealedContent: Uint8Array | null;
  readonly sealedMetadata: Uint8Array | null;
}

export const unsealed: SealedMemory = { sealedTitle: null, sealedContent: null, sealedMetadata: null };

interface Texts {
  readonly title: string;
  readonly content: string;
  /** JSON. */
  readonly metadata: string;
}

/** The columns of a memory's texts when it is encrypted. */
export function sealMemory(key: FieldKey, id: string, { title, content, metadata }: Texts): Texts & SealedMemory {
  const seal = (field: "title" | "content" | "metadata", text: string) =>
    key.seal({ table: "memories", id, field }, text);
  return {
    title: blinded(key, title),
    content: "",
    metadata: "{}",
    sealedTitle: seal("title", title),
    sealedContent: seal("content", content),
    sealedMetadata: seal("metadata", metadata),
  };
}

/** Its texts as they are shown: plain ones as they are. @param key needed only for what is encrypted; undefined: locked */
export function openMemory<Row extends Texts & SealedMemory & { readonly id: string }>(
  { sealedTitle, sealedContent, sealedMetadata, ...row }: Row,
  key: FieldKey | undefined,
) {
  if (sealedContent === null) return { ...row, encrypted: false, locked: false };
  const { id } = row;
  const title = openField(key, { table: "memories", id, field: "title" }, sealedTitle);
  const content = openField(key, { table: "memories", id, field: "content" }, sealedContent);
  const metadata = openField(key, { table: "memories", id, field: "metadata" }, sealedMetadata);
  return {
    ...row,
    title: title.text,
    content: content.text,
    metadata: metadata.isOpen ? metadata.text : "{}",
    encrypted: true,
    locked: !(title.isOpen && content.isOpen && metadata.isOpen),
  };
}

/** The title alone. */
export function openTitle(
  { id, title, sealedTitle }: { readonly id: string; readonly title: string; readonly sealedTitle: Uint8Array | null },
  key: FieldKey | undefined,
): string {
  return sealedTitle === null ? title : openField(key, { table: "memories", id, field: "title" }, sealedTitle).text;
}

/** Whether any of the rows needs the key, and the key. */
export async function keyFor(
  fields: Fields,
  rows: readonly Pick<SealedMemory, "sealedTitle">[],
): Promise<FieldKey | undefined> {
  return rows.some(({ sealedTitle }) => sealedTitle !== null) ? fields.key() : undefined;
}

/** Whether what is stored at a namespace is encrypted: it belongs to a project that is set so. */
export async function isEncryptedPlace(transaction: Transaction<Tables>, namespace: string): Promise<boolean> {
  const [first, slug] = namespace.split("/");
  if (first !== "project" || slug === undefined) return false;
  const project = transaction.selectFrom("projects").select("encrypted").where("slug", "=", slug);
  return (await project.executeTakeFirst())?.encrypted === 1;
}

/** Encrypts rows that are plain, and takes their texts out of every index. */
export async function sealRows(
  transaction: Transaction<Tables>,
  key: FieldKey,
  rows: readonly (Texts & { readonly row: number; readonly id: string })[],
): Promise<void> {
  for (const { row, id, ...texts } of rows) {
    await transaction
      .updateTable("memories")
      .set(sealMemory(key, id, texts))
      .where("row", "=", row)
      .execute();
    await unindexTexts(transaction, row);
  }
}

/** Versions of a memory that were stored before it was encrypted. */
export async function sealVersions(transaction: Transaction<Tables>, key: FieldKey, row: number): Promise<void> {
  const versions = transaction
    .selectFrom("memories")
    .select(["row", "id", "title", "content", "metadata"])
    .where("versionOf", "=", row)
    .where("sealedContent", "is", null);
  await sealRows(transaction, key, await versions.execute());
}

/** The names of a thing that was plain until now. */
export async function sealNames(transaction: Transaction<Tables>, key: FieldKey, row: number, id: string) {
  const { rows } = await sql<{ name: string; folded: string }>`
    SELECT name, folded FROM entity_names WHERE memory = ${row}
  `.execute(transaction);
  for (const { name, folded } of rows) {
    const sealed = sealedName(key, id, name, folded);
    await sql`
      UPDATE entity_names SET name = ${sealed.name}, folded = ${sealed.folded} WHERE memory = ${row} AND folded = ${folded}
    `.execute(transaction);
  }
}

/** Reasons of the links that runs have made of its words; those that people and agents gave stay. */
export async function dropReasons(transaction: Transaction<Tables>, row: number): Promise<void> {
  await sql`
    UPDATE memory_links SET reason = '' WHERE (source = ${row} OR target = ${row}) AND id IN (SELECT link_id FROM evolution_changes)
  `.execute(transaction);
}

/** A name of an encrypted thing, and the form by which it is looked up. */
export function sealedName(key: FieldKey, id: string, name: string, folded: string) {
  const sealed = key.seal({ table: "entity_names", id, field: "name" }, name);
  return { name: Buffer.from(sealed).toString("base64"), folded: blinded(key, folded) };
}

/** JSON that the store wrote. */
export function metadataIn(text: string): JsonObject {
  // The column and the sealed field are written by the store only, by JSON.stringify of an object.
  const parsed: Json = JSON.parse(text);
  return parsed as JsonObject;
}
