import { sql, type Transaction } from "kysely";
import type { MemoryContent, MemoryRows, MemoryState, MemoryText, Viewer } from "../memory-rows.ts";
import { indexMemory } from "./index-memory.ts";
import { insertMemory } from "./insert-memory.ts";
import { listMemories, memoriesOfTask, turnsOf } from "./memory-list.ts";
import { holding, likeMemories, searchMemories, stemsBeginning } from "./memory-search.ts";
import { memoryTotals, usageOf } from "./memory-totals.ts";
import { live, memoryRow, seen, selectMemories } from "./select-memories.ts";
import { all, first, inList, inOrder, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

const maxAccessCount = 1_000_000;

/** The state of a memory that was just stored. */
const unused: MemoryState = {
  version: 1,
  editSource: null,
  archivedAt: null,
  archiveReason: null,
  versionOf: null,
  accessCount: 0,
  accessedAt: null,
};

/** @param viewer undefined: sees all */
export function sqliteMemoryRows(transaction: Transaction<Tables>, viewer?: Viewer): MemoryRows {
  return {
    seenBy: (other) => sqliteMemoryRows(transaction, other),
    byTitle(namespace, title, scope) {
      const titled = selectMemories(transaction, viewer)
        .where("archivedAt", "is", null)
        .where("namespace", "=", namespace)
        .where("title", "=", title);
      const clashing =
        scope === undefined ? titled : titled.where("scope", scope === "private" ? "=" : "<>", "private");
      return first(clashing.orderBy(sql`scope = 'private'`, "desc").limit(1), memoryRow);
    },
    async byIds(ids) {
      return inOrder(await all(selectMemories(transaction, viewer).where("id", "in", inList(ids)), memoryRow), ids);
    },
    async texts(ids) {
      const { rows } = await sql<MemoryText>`
        SELECT id, namespace, title, content, archived_at AS archivedAt, expires_at AS expiresAt
        FROM memories WHERE id IN ${inList(ids)} AND ${seen(viewer)}
      `.execute(transaction);
      return inOrder(rows, ids);
    },
    byIdPrefix: (prefix, limit) =>
      all(withIdPrefix(selectMemories(transaction, viewer), "memories.id", prefix, limit), memoryRow),
    list: (list) => listMemories(transaction, viewer, list),
    ofTask: (taskId, now, limit) => memoriesOfTask(transaction, viewer, { taskId, now, limit }),
    turns: (given) => turnsOf(transaction, viewer, given),
    usage: (given) => usageOf(transaction, viewer, given),
    async titlesTaken(namespace, titles) {
      const rows = await transaction
        .selectFrom("memories")
        .select("title")
        .where("namespace", "=", namespace)
        .where("title", "in", inList(titles))
        .where("archivedAt", "is", null)
        .where(seen(viewer))
        .execute();
      return new Set(rows.map((row) => row.title));
    },
    search: (search) => searchMemories(transaction, viewer, search),
    holding: (stems) => holding(transaction, viewer, stems),
    stemsBeginning: (given) => stemsBeginning(transaction, given),
    async size() {
      const { rows } = await sql<{ size: number }>`SELECT coalesce(max(row), 0) AS size FROM memories`.execute(
        transaction,
      );
      return rows[0]?.size ?? 0;
    },
    like: (given) => likeMemories(transaction, given),
    recent(now, limit) {
      const memories = selectMemories(transaction, viewer).where(live(now)).limit(limit);
      return all(memories.orderBy("updatedAt", "desc").orderBy("id"), memoryRow);
    },
    async count(now) {
      const memories = transaction.selectFrom("memories").where(live(now)).where(seen(viewer));
      const count = memories.select((select) => select.fn.countAll<number>().as("count"));
      return (await count.executeTakeFirstOrThrow()).count;
    },
    totals: (now, soon) => memoryTotals(transaction, viewer, now, soon),
    insert: (memory) => insertMemory(transaction, { ...memory, ...unused }),
    async replace(id, { namespace, title, version, editSource, ...content }) {
      const { row } = await transaction
        .updateTable("memories")
        .set({ ...contentColumns(content), namespace, title, version, editSource })
        .where("id", "=", id)
        .returning("row")
        .executeTakeFirstOrThrow();
      await transaction.deleteFrom("memory_tags").where("memory", "=", row).execute();
      await sql`DELETE FROM memory_leading_words WHERE memory = ${row}`.execute(transaction);
      await indexMemory(transaction, row, { ...content, namespace, title });
    },
    async touch(ids, now, { short, mid, promotedEvery }) {
      await sql`
        UPDATE memories SET access_count = min(access_count + 1, ${maxAccessCount}), accessed_at = ${now} WHERE id IN ${inList(ids)}
      `.execute(transaction);
      // On its own: setting the end writes three indexes, and most memories have none.
      const lengthened = sql`max(expires_at, ${now} + CASE tier WHEN 'short' THEN ${short} WHEN 'mid' THEN ${mid} ELSE 0 END)`;
      await sql`
        UPDATE memories SET expires_at = ${lengthened}
        WHERE id IN ${inList(ids)} AND archived_at IS NULL AND expires_at > ${now} AND tier <> 'long'
      `.execute(transaction);
      const { rows } = await sql<{ id: string }>`
        UPDATE memories SET tier = iif(tier = 'short', 'mid', 'long'),
          expires_at = iif(tier = 'short', max(expires_at, ${now} + ${mid}), NULL)
        WHERE id IN ${inList(ids)} AND archived_at IS NULL AND expires_at > ${now} AND tier <> 'long'
          AND access_count % ${promotedEvery} = 0
        RETURNING id
      `.execute(transaction);
      return rows.map(({ id }) => id);
    },
  };
}

/** The columns of what an author sets, and no others that the given value may have. */
function contentColumns(given: MemoryContent) {
  const { content, tier, kind, scope, source, priority, confidence, sourceUri, signature, signedCreatedAt } = given;
  const text = { content, tier, kind, scope, source, priority, confidence, sourceUri, signature, signedCreatedAt };
  const { agentId, createdAt, updatedAt, expiresAt, cited, metadata } = given;
  const times = { createdAt, updatedAt, expiresAt };
  return { ...text, agentId, ...times, cited: cited ? 1 : 0, metadata: JSON.stringify(metadata) };
}
