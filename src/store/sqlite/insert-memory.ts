import { sql, type Transaction } from "kysely";
import type { MemoryState, NewMemory } from "../memory-rows.ts";
import type { Fields } from "./fields.ts";
import { indexMemory } from "./index-memory.ts";
import { isEncryptedPlace, sealMemory, unsealed } from "./seal-memory.ts";
import { rowOfMemory } from "./select-memories.ts";
import type { Tables } from "./tables.ts";

/** @throws what the keyring refuses with, where the memory is to be encrypted */
export async function insertMemory(
  transaction: Transaction<Tables>,
  fields: Fields,
  given: NewMemory & MemoryState,
): Promise<void> {
  const { taskId, versionOf, tags, cited, metadata, encrypted: isAsked, ...memory } = given;
  const encrypted = isAsked === true || (await isEncryptedPlace(transaction, memory.namespace));
  const texts = { title: memory.title, content: memory.content, metadata: JSON.stringify(metadata) };
  if (encrypted) fields.refuseUnopened(texts.title, texts.content);
  const stored = encrypted ? sealMemory(await fields.keyToWrite(), memory.id, texts) : { ...texts, ...unsealed };
  const { row } = await transaction
    .insertInto("memories")
    .values({
      ...columnsOf(memory),
      ...stored,
      cited: cited ? 1 : 0,
      task: sql<number | null>`(SELECT row FROM tasks WHERE id = ${taskId})`,
      versionOf: rowOfMemory(versionOf),
    })
    .returning("row")
    .executeTakeFirstOrThrow();
  await indexMemory(transaction, row, { ...memory, tags, metadata, encrypted });
}

type Given = Omit<NewMemory & MemoryState, "taskId" | "versionOf" | "tags" | "cited" | "metadata" | "encrypted">;

/** The columns, and nothing else that the given value may have. */
function columnsOf(memory: Given): Given {
  const { id, namespace, tier, kind, scope, source, priority, confidence, sourceUri } = memory;
  const { title, content, signature, signedCreatedAt, agentId, createdAt, updatedAt, expiresAt } = memory;
  const { writtenBy, session, version, editSource, archivedAt, archiveReason, accessCount, accessedAt } = memory;
  return {
    ...{ id, namespace, title, content, tier, kind, scope, source, priority, confidence, sourceUri },
    ...{ signature, signedCreatedAt, agentId, createdAt, updatedAt, expiresAt, writtenBy, session },
    ...{ version, editSource, archivedAt, archiveReason, accessCount, accessedAt },
  };
}
