import { sql, type Transaction } from "kysely";
import type { AgentUsage, MemoryRows, MemoryTotals, Viewer } from "../memory-rows.ts";
import { atOrBelow, live, seen } from "./select-memories.ts";
import type { Tables } from "./tables.ts";

interface Sums {
  readonly namespace: string;
  readonly count: number;
  readonly short: number;
  readonly mid: number;
  readonly long: number;
  readonly soon: number;
  readonly bytes: number;
}

export async function memoryTotals(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  now: number,
  soon: number,
): Promise<MemoryTotals> {
  const { rows } = await sql<Sums>`
    SELECT namespace, count(*) AS count, sum(tier = 'short') AS short, sum(tier = 'mid') AS mid, sum(tier = 'long') AS long,
      total(expires_at <= ${soon}) AS soon, sum(octet_length(coalesce(sealed_content, content))) AS bytes
    FROM memories WHERE ${live(now)} AND ${seen(viewer)} GROUP BY namespace ORDER BY count DESC, namespace
  `.execute(transaction);
  const sum = (column: Exclude<keyof Sums, "namespace">) => rows.reduce((all, row) => all + row[column], 0);
  return {
    total: sum("count"),
    tiers: { short: sum("short"), mid: sum("mid"), long: sum("long") },
    namespaces: rows.map(({ namespace, count }) => ({ namespace, count })),
    endingSoon: sum("soon"),
    contentBytes: sum("bytes"),
  };
}

export async function usageOf(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  { agentId, namespace, since, now, limit }: Parameters<MemoryRows["usage"]>[0],
): Promise<readonly AgentUsage[]> {
  const place = namespace === undefined ? sql`TRUE` : atOrBelow(namespace);
  const stored = agentId === undefined ? sql`TRUE` : sql`memories.agent_id = ${agentId}`;
  const linked = agentId === undefined ? sql`TRUE` : sql`link.created_by = ${agentId}`;
  const { rows } = await sql<AgentUsage>`
    SELECT agent AS agent_id, namespace, sum(memories) AS memories, sum(today) AS memories_today, sum(bytes) AS content_bytes,
      sum(links) AS links_today
    FROM (
      SELECT agent_id AS agent, namespace, count(*) AS memories, sum(created_at >= ${since}) AS today,
        sum(octet_length(coalesce(sealed_content, content))) AS bytes, 0 AS links
      FROM memories WHERE ${live(now)} AND ${seen(viewer)} AND ${place} AND ${stored} GROUP BY agent_id, namespace
      UNION ALL
      SELECT link.created_by, memories.namespace, 0, 0, 0, count(*)
      FROM memory_links AS link JOIN memories ON memories.row = link.source
      WHERE link.created_at >= ${since} AND ${seen(viewer)} AND ${place} AND ${linked} GROUP BY link.created_by, memories.namespace
    )
    GROUP BY agent, namespace ORDER BY memories DESC, agent, namespace LIMIT ${limit}
  `.execute(transaction);
  return rows;
}
