import { sql, type Transaction } from "kysely";
import type { MemoryContent, MemoryRows, MemoryState, MemoryText, Viewer } from "../memory-rows.ts";
import { blinded, type Fields } from "./fields.ts";
import { indexMemory } from "./index-memory.ts";
import { insertMemory } from "./insert-memory.ts";
import { conditions } from "./memory-filter.ts";
import { listMemories, meets, memoriesOfTask, turnsOf } from "./memory-list.ts";
import { holding, likeMemories, searchMemories, stemsBeginning } from "./memory-search.ts";
import { memoryTotals, usageOf } from "./memory-totals.ts";
import { notSearched } from "./opened-memories.ts";
import {
  dropReasons,
  isEncryptedPlace,
  keyFor,
  openMemory,
  type SealedMemory,
  sealMemory,
  sealNames,
  sealVersions,
  unsealed,
} from "./seal-memory.ts";
import { live, readMemories, seen, selectMemories } from "./select-memories.ts";
import { inList, inOrder, withIdPrefix } from "./select-rows.ts";
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
export function sqliteMemoryRows(transaction: Transaction<Tables>, fields: Fields, viewer?: Viewer): MemoryRows {
  /** The titles as they are stored: as they are, and of encrypted memories. */
  const asStored = async (titles: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const plain = titles.map((title) => [title, title] as const);
    const key = await fields.key();
    return new Map([
      ...plain,
      ...(key === undefined ? [] : titles.map((title) => [blinded(key, title), title] as const)),
    ]);
  };
  return {
    seenBy: (other) => sqliteMemoryRows(transaction, fields, other),
    async byTitle(namespace, title, scope) {
      const titles = await asStored([title]);
      const titled = selectMemories(transaction, viewer)
        .where("archivedAt", "is", null)
        .where("namespace", "=", namespace)
        .where("title", "in", [...titles.keys()]);
      const clashing =
        scope === undefined ? titled : titled.where("scope", scope === "private" ? "=" : "<>", "private");
      const [found] = await readMemories(clashing.orderBy(sql`scope = 'private'`, "desc").limit(1), fields);
      return found;
    },
    async byIds(ids) {
      return inOrder(
        await readMemories(selectMemories(transaction, viewer).where("id", "in", inList(ids)), fields),
        ids,
      );
    },
    async texts(ids) {
      const { rows } = await sql<MemoryText & SealedMemory>`
        SELECT id, namespace, title, content, archived_at, expires_at, sealed_title, sealed_content, sealed_metadata
        FROM memories WHERE id IN ${inList(ids)} AND ${seen(viewer)}
      `.execute(transaction);
      const key = await keyFor(fields, rows);
      const opened = rows.map((row) => openMemory({ ...row, metadata: "{}" }, key));
      return inOrder(
        opened.flatMap(({ locked, encrypted: _, metadata: _m, ...text }) => (locked ? [] : text)),
        ids,
      );
    },
    byIdPrefix: (prefix, limit) =>
      readMemories(withIdPrefix(selectMemories(transaction, viewer), "memories.id", prefix, limit), fields),
    list: (list) => listMemories(transaction, fields, viewer, list),
    ofTask: (taskId, now, limit) => memoriesOfTask(transaction, fields, viewer, { taskId, now, limit }),
    turns: (given) => turnsOf(transaction, fields, viewer, given),
    usage: (given) => usageOf(transaction, viewer, given),
    async titlesTaken(namespace, titles) {
      const stored = await asStored(titles);
      const rows = await transaction
        .selectFrom("memories")
        .select("title")
        .where("namespace", "=", namespace)
        .where("title", "in", inList([...stored.keys()]))
        .where("archivedAt", "is", null)
        .where(seen(viewer))
        .execute();
      return new Set(rows.map((row) => stored.get(row.title) ?? row.title));
    },
    search: (search) => searchMemories(transaction, fields, viewer, search),
    notSearched: (search) => notSearched(transaction, fields, { viewer, where: conditions(search) }),
    notListed: (filters, now) => {
      const { term: _, ...rest } = filters;
      return notSearched(transaction, fields, { viewer, where: sql`${live(now)} AND ${meets(rest)}` });
    },
    holding: (stems, liveAt) => holding(transaction, fields, viewer, { stems, liveAt }),
    stemsBeginning: (given) => stemsBeginning(transaction, fields, viewer, given),
    async size() {
      const { rows } = await sql<{ size: number }>`SELECT coalesce(max(row), 0) AS size FROM memories`.execute(
        transaction,
      );
      return rows[0]?.size ?? 0;
    },
    like: (given) => likeMemories(transaction, fields, viewer, given),
    recent(now, limit) {
      const memories = selectMemories(transaction, viewer).where(live(now)).limit(limit);
      return readMemories(memories.orderBy("updatedAt", "desc").orderBy("id"), fields);
    },
    async count(now) {
      const memories = transaction.selectFrom("memories").where(live(now)).where(seen(viewer));
      const count = memories.select((select) => select.fn.countAll<number>().as("count"));
      return (await count.executeTakeFirstOrThrow()).count;
    },
    totals: (now, soon) => memoryTotals(transaction, viewer, now, soon),
    insert: (memory) => insertMemory(transaction, fields, { ...memory, ...unused }),
    async replace(id, { namespace, title, version, editSource, ...content }) {
      const { row, sealedContent } = await transaction
        .selectFrom("memories")
        .select(["row", "sealedContent"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const was = sealedContent !== null;
      const encrypted = was || content.encrypted === true || (await isEncryptedPlace(transaction, namespace));
      const texts = { title, content: content.content, metadata: JSON.stringify(content.metadata) };
      if (encrypted) fields.refuseUnopened(title, content.content);
      const key = encrypted ? await fields.keyToWrite() : undefined;
      const stored = key === undefined ? { ...texts, ...unsealed } : sealMemory(key, id, texts);
      await transaction
        .updateTable("memories")
        .set({ ...contentColumns(content), ...stored, namespace, version, editSource })
        .where("row", "=", row)
        .execute();
      await transaction.deleteFrom("memory_tags").where("memory", "=", row).execute();
      await sql`DELETE FROM memory_leading_words WHERE memory = ${row}`.execute(transaction);
      await indexMemory(transaction, row, { ...content, namespace, title, encrypted });
      if (key === undefined || was) return;
      fields.leavesTraces();
      await sealVersions(transaction, key, row);
      await sealNames(transaction, key, row, id);
      await dropReasons(transaction, row);
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

/** The columns of what an author sets beside its texts, and no others that the given value may have. */
function contentColumns(given: MemoryContent) {
  const { tier, kind, scope, source, priority, confidence, sourceUri, signature, signedCreatedAt } = given;
  const facts = { tier, kind, scope, source, priority, confidence, sourceUri, signature, signedCreatedAt };
  const { agentId, createdAt, updatedAt, expiresAt, cited } = given;
  return { ...facts, agentId, createdAt, updatedAt, expiresAt, cited: cited ? 1 : 0 };
}
