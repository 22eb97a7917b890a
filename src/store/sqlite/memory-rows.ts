import { sql, type Transaction } from "kysely";
import type { MemoryContent, MemoryRow, MemoryRows, NewMemory } from "../memory-rows.ts";
import { indexText } from "../words.ts";
import { foldTag } from "./fold-tag.ts";
import { gramText } from "./grams.ts";
import { listMemories, memoriesOfTask } from "./memory-list.ts";
import { searchMemories, sharingWords } from "./memory-search.ts";
import { live, memoryRow, selectMemories } from "./select-memories.ts";
import { all, first, inList, inOrder, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

const maxAccessCount = 1_000_000;

export function sqliteMemoryRows(transaction: Transaction<Tables>): MemoryRows {
  return {
    byTitle(namespace, title) {
      const memories = selectMemories(transaction).where("archived_at", "is", null);
      return first(memories.where("namespace", "=", namespace).where("title", "=", title), memoryRow);
    },
    async byIds(ids) {
      return inOrder(await all(selectMemories(transaction).where("id", "in", inList(ids)), memoryRow), ids);
    },
    byIdPrefix: (prefix, limit) =>
      all(withIdPrefix(selectMemories(transaction), "memories.id", prefix, limit), memoryRow),
    list: (list) => listMemories(transaction, list),
    ofTask: (taskId, now, limit) => memoriesOfTask(transaction, taskId, now, limit),
    async titlesTaken(namespace, titles) {
      const rows = await transaction
        .selectFrom("memories")
        .select("title")
        .where("namespace", "=", namespace)
        .where("title", "in", inList(titles))
        .where("archived_at", "is", null)
        .execute();
      return new Set(rows.map((row) => row.title));
    },
    search: (search) => searchMemories(transaction, search),
    sharingWords: (given) => sharingWords(transaction, given),
    recent(now, limit) {
      const memories = selectMemories(transaction).where(live(now)).limit(limit);
      return all(memories.orderBy("updated_at", "desc").orderBy("id"), memoryRow);
    },
    async count(now) {
      const memories = transaction.selectFrom("memories").where(live(now));
      const count = memories.select((select) => select.fn.countAll<number>().as("count"));
      return (await count.executeTakeFirstOrThrow()).count;
    },
    insert: (memory) => insertMemory(transaction, { ...memory, archivedAt: null, accessCount: 0, accessedAt: null }),
    async replace(id, content) {
      const { row, title } = await transaction
        .updateTable("memories")
        .set(contentColumns(content))
        .where("id", "=", id)
        .returning(["row", "title"])
        .executeTakeFirstOrThrow();
      await transaction.deleteFrom("memory_tags").where("memory", "=", row).execute();
      await writeTagsAndIndex(transaction, row, title, content);
    },
    async archiveCopy(id, copyId, now) {
      const row = await selectMemories(transaction).where("id", "=", id).executeTakeFirstOrThrow();
      await insertMemory(transaction, { ...memoryRow(row), id: copyId, archivedAt: now });
    },
    async touch(ids, now) {
      await sql`
        UPDATE memories SET access_count = min(access_count + 1, ${maxAccessCount}), accessed_at = ${now}
        WHERE id IN ${inList(ids)}
      `.execute(transaction);
    },
    async archiveExpired(now) {
      const rows = await transaction
        .updateTable("memories")
        .set({ archived_at: now })
        .where("archived_at", "is", null)
        .where("expires_at", "<=", now)
        .returning("id")
        .execute();
      return rows.map((row) => row.id).sort();
    },
  };
}

async function insertMemory(transaction: Transaction<Tables>, memory: MemoryRow): Promise<void> {
  const { row } = await transaction
    .insertInto("memories")
    .values({
      ...contentColumns(memory),
      id: memory.id,
      namespace: memory.namespace,
      title: memory.title,
      written_by: memory.writtenBy,
      session: memory.session,
      task: sql<number | null>`(SELECT row FROM tasks WHERE id = ${memory.taskId})`,
      archived_at: memory.archivedAt,
      access_count: memory.accessCount,
      accessed_at: memory.accessedAt,
    })
    .returning("row")
    .executeTakeFirstOrThrow();
  await writeTagsAndIndex(transaction, row, memory.title, memory);
}

function contentColumns(content: MemoryContent) {
  return {
    content: content.content,
    tier: content.tier,
    kind: content.kind,
    scope: content.scope,
    source: content.source,
    priority: content.priority,
    confidence: content.confidence,
    source_uri: content.sourceUri,
    cited: content.cited ? 1 : 0,
    metadata: JSON.stringify(content.metadata),
    signature: content.signature,
    signed_created_at: content.signedCreatedAt,
    agent_id: content.agentId,
    created_at: content.createdAt,
    updated_at: content.updatedAt,
    expires_at: content.expiresAt,
  };
}

async function writeTagsAndIndex(
  transaction: Transaction<Tables>,
  row: number,
  title: NewMemory["title"],
  { content, tags, metadata }: MemoryContent,
): Promise<void> {
  const entries = tags.map((tag, position) => ({ memory: row, position, tag, folded: foldTag(tag) }));
  if (entries.length > 0) {
    await transaction
      .insertInto("memory_tags")
      .values(entries)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await sql`
    INSERT OR REPLACE INTO memories_fts (rowid, title, tags, content, metadata)
    VALUES (${row}, ${indexText(title)}, ${indexText(tags.join("\n"))}, ${indexText(content)},
            ${indexText(textsOf(metadata).join("\n"))})
  `.execute(transaction);
  await sql`
    INSERT OR REPLACE INTO memory_grams (rowid, title, content) VALUES (${row}, ${gramText(title)}, ${gramText(content)})
  `.execute(transaction);
}

/** Every string value in the metadata, in order; the depth is bounded before anything is stored. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
