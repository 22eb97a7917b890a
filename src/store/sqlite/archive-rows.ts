import { type SqlBool, sql, type Transaction } from "kysely";
import type { ArchiveCount, ArchiveRows } from "../archive-rows.ts";
import type { Viewer } from "../memory-rows.ts";
import type { Fields } from "./fields.ts";
import { indexMemory } from "./index-memory.ts";
import { insertMemory } from "./insert-memory.ts";
import { matchingMemories } from "./memory-list.ts";
import { sealMemory } from "./seal-memory.ts";
import { atOrBelow, memoryRow, readEach, readMemories, rowOfMemory, seen, selectMemories } from "./select-memories.ts";
import { inList } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

const endedAt = sql<number>`coalesce(memories.archived_at, memories.expires_at)`;

/** @param viewer undefined: sees all */
export function sqliteArchiveRows(transaction: Transaction<Tables>, fields: Fields, viewer?: Viewer): ArchiveRows {
  return {
    seenBy: (other) => sqliteArchiveRows(transaction, fields, other),
    list({ now, namespace, before, offset, limit }) {
      let query = selectMemories(transaction, viewer).select(endedAt.as("endedAt")).where(hasEnded(now));
      if (namespace !== undefined) query = query.where(atOrBelow(namespace));
      if (before !== undefined) {
        query = query.where(sql<SqlBool>`(${endedAt}, memories.row) < (${before[0]}, ${before[1]})`);
      }
      const ordered = query.orderBy(endedAt, "desc").orderBy("row", "desc").limit(limit).offset(offset);
      return readEach(ordered, fields, ({ endedAt, ...row }, vaultKey) => ({
        key: [endedAt, row.row],
        memory: memoryRow(row, vaultKey),
      }));
    },
    expired(now) {
      const memories = selectMemories(transaction, viewer).where("archivedAt", "is", null);
      const expired = memories.where("expiresAt", "<=", now);
      return readMemories(expired.orderBy("id"), fields);
    },
    async counts(now) {
      const { rows } = await sql<ArchiveCount>`
        SELECT namespace, coalesce(archive_reason, 'expired') AS reason, count(*) AS count, min(${endedAt}) AS oldestAt
        FROM memories WHERE ${hasEnded(now)} AND ${seen(viewer)} GROUP BY 1, 2 ORDER BY 1, 2
      `.execute(transaction);
      return rows;
    },
    async countExpired(after, now) {
      const { count } = await transaction
        .selectFrom("memories")
        .select((select) => select.fn.countAll<number>().as("count"))
        .where(sql<SqlBool>`${endedAt} > ${after} AND ${endedAt} <= ${now}`)
        .where(sql<SqlBool>`coalesce(memories.archive_reason, 'expired') = 'expired'`)
        .where(seen(viewer))
        .executeTakeFirstOrThrow();
      return count;
    },
    async endedUntil(time, now, agent) {
      let memories = transaction.selectFrom("memories").select("id").where(hasEnded(now)).where(seen(viewer));
      if (agent !== undefined) memories = memories.where("agentId", "=", agent);
      const ended = memories.where(sql<SqlBool>`${endedAt} <= ${time}`);
      const rows = await ended.orderBy(endedAt, "desc").orderBy("row", "desc").execute();
      return rows.map(({ id }) => id);
    },
    async versionsOf(id) {
      const versions = transaction.selectFrom("memories").select("id").where("versionOf", "=", rowOfMemory(id));
      const rows = await versions.orderBy("archivedAt", "desc").orderBy("row", "desc").execute();
      return rows.map((row) => row.id);
    },
    matching: (filters, now) => matchingMemories(transaction, fields, viewer, filters, now),
    async keepVersion(id, copyId, now) {
      const [memory] = await readMemories(selectMemories(transaction, undefined).where("id", "=", id), fields);
      if (memory === undefined) throw new Error(`invariant: memory ${id} was found a moment ago`);
      const kept = { archivedAt: now, archiveReason: "replaced", versionOf: id } as const;
      await insertMemory(transaction, fields, { ...memory, id: copyId, ...kept });
    },
    async archive(ids, archiveReason, now) {
      await transaction
        .updateTable("memories")
        .set({ archivedAt: now, archiveReason })
        .where("id", "in", inList(ids))
        .where("archivedAt", "is", null)
        .execute();
    },
    async archiveExpired(now) {
      const rows = await transaction
        .updateTable("memories")
        .set({ archivedAt: sql<number>`expires_at`, archiveReason: "expired" })
        .where("archivedAt", "is", null)
        .where("expiresAt", "<=", now)
        .returning("id")
        .execute();
      return rows.map((row) => row.id).sort();
    },
    async reviveExpired(now) {
      // Of those with a title that a live one has, none comes back: OR IGNORE leaves the row as it is.
      const { rows } = await sql<{ id: string }>`
        UPDATE OR IGNORE memories SET archived_at = NULL, archive_reason = NULL
        WHERE archive_reason = 'expired' AND archived_at > ${now} RETURNING id
      `.execute(transaction);
      return rows.map((row) => row.id).sort();
    },
    async stamp(id, archivedAt) {
      await transaction.updateTable("memories").set({ archivedAt }).where("id", "=", id).execute();
    },
    async restore(id, { title, tier, expiresAt }) {
      const kept = await selectMemories(transaction, undefined).where("id", "=", id).executeTakeFirstOrThrow();
      const { row } = kept;
      const encrypted = kept.sealedContent !== null;
      const key = encrypted ? await fields.keyToWrite() : undefined;
      const memory = memoryRow(kept, key);
      if (encrypted) fields.refuseUnopened(title, memory.content);
      const texts = { title, content: memory.content, metadata: JSON.stringify(memory.metadata) };
      const state = { archivedAt: null, archiveReason: null, versionOf: null };
      await transaction
        .updateTable("memories")
        .set({ ...state, ...(key === undefined ? { title } : sealMemory(key, id, texts)), tier, expiresAt })
        .where("row", "=", row)
        .execute();
      if (title !== memory.title) await indexMemory(transaction, row, { ...memory, title });
    },
    async remove(ids) {
      const rows = sql<number>`(SELECT row FROM memories WHERE id IN ${inList(ids)})`;
      const versions = await transaction.deleteFrom("memories").where("versionOf", "in", rows).executeTakeFirst();
      const memories = await transaction.deleteFrom("memories").where("id", "in", inList(ids)).executeTakeFirst();
      return Number(versions.numDeletedRows + memories.numDeletedRows);
    },
  };
}

/** Archived, or expired and not archived yet. */
function hasEnded(now: number) {
  return sql<SqlBool>`(memories.archived_at IS NOT NULL OR memories.expires_at <= ${now})`;
}
