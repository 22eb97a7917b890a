import { sql, type Transaction } from "kysely";
import type { MemoryTotals, Viewer } from "../memory-rows.ts";
import { live, seen } from "./select-memories.ts";
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
