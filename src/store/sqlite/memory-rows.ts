import { sql, type Transaction } from "kysely";
import type { MemoryContent, MemoryRow, MemoryRows, NewMemory } from "../memory-rows.ts";
import { indexText } from "../words.ts";
import { foldTag } from "./fold-tag.ts";
import { gramText } from "./grams.ts";
import { listMemories, memoriesOfTask } from "./memory-list.ts";
import { holding, searchMemories, sharingWords, stemsBeginning } from "./memory-search.ts";
import { live, memoryRow, selectMemories } from "./select-memories.ts";
import { all, first, inList, inOrder, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

const maxAccessCount = 1_000_000;

export function sqliteMemoryRows(transaction: Transaction<Tables>): MemoryRows {
  return {
    byTitle(namespace, title) {
      const memories = selectMemories(transaction).where("archivedAt", "is", null);
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
        .where("archivedAt", "is", null)
        .execute();
      return new Set(rows.map((row) => row.title));
    },
    search: (search) => searchMemories(transaction, search),
    holding: (stems) => holding(transaction, stems),
    stemsBeginning: (given) => stemsBeginning(transaction, given),
    async size() {
      const { rows } = await sql<{ size: number }>`SELECT coalesce(max(row), 0) AS size FROM memories`.execute(
        transaction,
      );
      return rows[0]?.size ?? 0;
    },
    sharingWords: (given) => sharingWords(transaction, given),
    recent(now, limit) {
      const memories = selectMemories(transaction).where(live(now)).limit(limit);
      return all(memories.orderBy("updatedAt", "desc").orderBy("id"), memoryRow);
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
        .set({ archivedAt: now })
        .where("archivedAt", "is", null)
        .where("expiresAt", "<=", now)
        .returning("id")
        .execute();
      return rows.map((row) => row.id).sort();
    },
  };
}

async function insertMemory(transaction: Transaction<Tables>, { taskId, tags, ...memory }: MemoryRow): Promise<void> {
  const { row } = await transaction
    .insertInto("memories")
    .values({
      ...memory,
      cited: memory.cited ? 1 : 0,
      metadata: JSON.stringify(memory.metadata),
      task: sql<number | null>`(SELECT row FROM tasks WHERE id = ${taskId})`,
    })
    .returning("row")
    .executeTakeFirstOrThrow();
  await writeTagsAndIndex(transaction, row, memory.title, { ...memory, tags });
}

/** The columns of what an author sets, and no others that the given value may have. */
function contentColumns(given: MemoryContent) {
  const { content, tier, kind, scope, source, priority, confidence, sourceUri, signature, signedCreatedAt } = given;
  const text = { content, tier, kind, scope, source, priority, confidence, sourceUri, signature, signedCreatedAt };
  const { agentId, createdAt, updatedAt, expiresAt, cited, metadata } = given;
  const times = { createdAt, updatedAt, expiresAt };
  return { ...text, agentId, ...times, cited: cited ? 1 : 0, metadata: JSON.stringify(metadata) };
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
