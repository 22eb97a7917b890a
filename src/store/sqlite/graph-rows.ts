import { type SqlBool, sql, type Transaction } from "kysely";
import type { GraphRows, LinkRow, LinkSearch } from "../graph-rows.ts";
import type { Viewer } from "../memory-rows.ts";
import { foldText } from "../name-key.ts";
import { blinded, type Fields, openField } from "./fields.ts";
import { sealedName } from "./seal-memory.ts";
import { live, memoryRow, readEach, selectMemories } from "./select-memories.ts";
import { inList } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

/** @param viewer undefined: sees all */
export function sqliteGraphRows(transaction: Transaction<Tables>, fields: Fields, viewer?: Viewer): GraphRows {
  const rowOf = (id: string) => sql<number>`(SELECT row FROM memories WHERE id = ${id})`;
  const select = async (where: ReturnType<typeof sql<SqlBool>>, order: ReturnType<typeof sql>, limit: number) => {
    const { rows } = await sql<LinkRow>`
      SELECT link.row, link.id, source.id AS source_id, target.id AS target_id, link.relation, link.strength, link.reason,
        link.created_by, link.session, link.created_at, link.valid_from, link.valid_until
      FROM memory_links AS link
      JOIN memories AS source ON source.row = link.source
      JOIN memories AS target ON target.row = link.target
      WHERE ${where} AND ${seenEnd("source", viewer)} AND ${seenEnd("target", viewer)}
      ORDER BY ${order} LIMIT ${limit}
    `.execute(transaction);
    return rows;
  };
  return {
    seenBy: (other) => sqliteGraphRows(transaction, fields, other),
    async links({ ids, direction, relation, at, limit }) {
      const ends = sql`(SELECT row FROM memories WHERE id IN ${inList(ids)})`;
      const touching = {
        out: sql<SqlBool>`link.source IN ${ends}`,
        in: sql<SqlBool>`link.target IN ${ends}`,
        both: sql<SqlBool>`(link.source IN ${ends} OR link.target IN ${ends})`,
      } satisfies Record<LinkSearch["direction"], unknown>;
      const ofRelation = relation === undefined ? sql<SqlBool>`TRUE` : sql<SqlBool>`link.relation = ${relation}`;
      const where = sql<SqlBool>`${touching[direction]} AND ${ofRelation} AND ${holding(at)}`;
      return select(where, sql`link.valid_from, link.row`, limit);
    },
    byIds: (ids) => select(sql<SqlBool>`link.id IN ${inList(ids)}`, sql`link.row`, ids.length),
    between(sourceId, targetId, relation) {
      const ends = sql<SqlBool>`link.source = ${rowOf(sourceId)} AND link.target = ${rowOf(targetId)}`;
      return select(sql<SqlBool>`${ends} AND link.relation = ${relation}`, sql`link.row DESC`, 1_000);
    },
    async reflectedOn(ids) {
      const { rows } = await sql<{ id: string }>`
        SELECT DISTINCT target.id AS id
        FROM memories AS source
        JOIN memory_links AS link ON link.source = source.row AND link.relation = 'reflects_on'
        JOIN memories AS target ON target.row = link.target
        WHERE source.id IN ${inList(ids)}
      `.execute(transaction);
      return rows.map(({ id }) => id);
    },
    async insert({ sourceId, targetId, ...link }) {
      const ends = { source: rowOf(sourceId), target: rowOf(targetId) };
      await transaction
        .insertInto("memory_links")
        .values({ ...link, ...ends })
        .execute();
    },
    async end(id, validUntil) {
      await transaction.updateTable("memory_links").set({ validUntil }).where("id", "=", id).execute();
    },
    async strengthen(id, strength) {
      await transaction.updateTable("memory_links").set({ strength }).where("id", "=", id).execute();
    },
    async remove(ids) {
      await transaction.deleteFrom("memory_links").where("id", "in", inList(ids)).execute();
    },
    async count(at) {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM memory_links AS link
        JOIN memories AS source ON source.row = link.source
        JOIN memories AS target ON target.row = link.target
        WHERE ${holding(at)} AND ${seenEnd("source", viewer)} AND ${seenEnd("target", viewer)}
      `.execute(transaction);
      return rows[0]?.count ?? 0;
    },
    async addAliases(memoryId, aliases) {
      const memory = transaction.selectFrom("memories").select("sealedContent").where("id", "=", memoryId);
      const isSealed = (await memory.executeTakeFirstOrThrow()).sealedContent !== null;
      const key = isSealed ? await fields.keyToWrite() : undefined;
      for (const name of aliases) {
        const plain = { name, folded: entityKey(name) };
        const stored = key === undefined ? plain : sealedName(key, memoryId, name, plain.folded);
        await sql`
          INSERT INTO entity_names (memory, position, name, folded)
          SELECT row, (SELECT count(*) FROM entity_names WHERE memory = row), ${stored.name}, ${stored.folded}
          FROM memories WHERE id = ${memoryId}
          ON CONFLICT DO NOTHING
        `.execute(transaction);
      }
    },
    async entities(alias, namespace, now) {
      const key = await fields.key();
      const names = [entityKey(alias), ...(key === undefined ? [] : [blinded(key, entityKey(alias))])];
      let query = selectMemories(transaction, viewer)
        .select(
          sql<string>`(SELECT json_group_array(name ORDER BY position) FROM entity_names WHERE memory = memories.row)`.as(
            "names",
          ),
        )
        .where(sql<SqlBool>`memories.row IN (SELECT memory FROM entity_names WHERE folded IN ${inList(names)})`)
        .where(live(now));
      if (namespace !== undefined) query = query.where("namespace", "=", namespace);
      return readEach(query.orderBy("row", "desc"), fields, ({ names: stored, ...row }) => {
        const memory = memoryRow(row, key);
        // The names are written above only.
        const aliases = JSON.parse(stored) as string[];
        const place = { table: "entity_names", id: memory.id, field: "name" } as const;
        const opened = (name: string) => openField(key, place, Buffer.from(name, "base64")).text;
        return { memory, aliases: memory.encrypted ? aliases.map(opened) : aliases };
      });
    },
  };
}

/** Names that differ only in letter case, width or white space name one thing. */
function entityKey(name: string): string {
  return foldText(name).trim().replaceAll(/\s+/g, " ");
}

function holding(at: number | undefined) {
  if (at === undefined) return sql<SqlBool>`TRUE`;
  return sql<SqlBool>`(link.valid_from <= ${at} AND (link.valid_until IS NULL OR link.valid_until > ${at}))`;
}

/** As `seen` of select-memories.ts, for one end of a link. */
function seenEnd(end: "source" | "target", viewer: Viewer | undefined) {
  if (viewer === undefined) return sql<SqlBool>`TRUE`;
  const table = sql.table(end);
  return sql<SqlBool>`(${table}.scope <> 'private' OR ${table}.written_by = ${viewer.agent ?? null})`;
}
