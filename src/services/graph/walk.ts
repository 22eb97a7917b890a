import type { LinkRow } from "../../store/graph-rows.ts";

/** The links that touch some memories. */
export type LinksOf = (ids: readonly string[]) => Promise<readonly LinkRow[]>;

export interface Reached {
  readonly id: string;
  /** Number of links from the start. */
  readonly depth: number;
  /** The link by which it was reached first. */
  readonly by: LinkRow;
}

/**
 * Everything that can be reached from a memory along links in their direction, nearest first, each once: a cycle ends where it closes.
 * @param enter whether a memory counts and is left again
 */
export async function walk(
  start: string,
  linksFrom: LinksOf,
  {
    maxDepth,
    limit,
    enter,
  }: { maxDepth: number; limit: number; enter: (ids: readonly string[]) => Promise<Set<string>> },
): Promise<{ readonly reached: readonly Reached[]; readonly more: boolean }> {
  const known = new Set([start]);
  const reached: Reached[] = [];
  let level: readonly string[] = [start];
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
    const links = (await linksFrom(level)).filter(({ targetId }) => !known.has(targetId));
    const entered = await enter(links.map(({ targetId }) => targetId));
    const next: string[] = [];
    for (const by of links) {
      if (known.has(by.targetId) || !entered.has(by.targetId)) continue;
      if (reached.length === limit) return { reached, more: true };
      known.add(by.targetId);
      next.push(by.targetId);
      reached.push({ id: by.targetId, depth, by });
    }
    level = next;
  }
  return { reached, more: false };
}

/** Whether a memory can be reached from another, step by step. */
export async function reaches(
  from: string,
  to: string,
  next: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<boolean> {
  const known = new Set([from]);
  let level: readonly string[] = [from];
  while (level.length > 0) {
    const found = (await next(level)).filter((id) => !known.has(id));
    if (found.includes(to)) return true;
    for (const id of found) known.add(id);
    level = found;
  }
  return from === to;
}
