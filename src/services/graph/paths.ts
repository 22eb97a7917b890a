import type { LinksOf } from "./walk.ts";

/** Ids from the first memory to the last. */
export type Path = readonly string[];

export interface FoundPaths {
  /** Shortest first. */
  readonly paths: readonly Path[];
  /** There may be others. */
  readonly more: boolean;
}

/** Many memories that are all linked with one another have more paths than anyone waits for. */
const maxSteps = 50_000;
const maxVisited = 5_000;

/**
 * Ways from one memory to another along links in either direction, on which no memory comes twice. What is too far from the end to
 * reach it in the steps that are left is never entered.
 */
export async function findPaths(
  from: string,
  to: string,
  linksOf: LinksOf,
  { maxDepth, maxPaths }: { readonly maxDepth: number; readonly maxPaths: number },
): Promise<FoundPaths> {
  if (from === to) return { paths: [[from]], more: false };
  const { neighbours, distance, isWhole } = await surroundings(from, to, linksOf, maxDepth);
  const shortest = distance.get(from) ?? Number.POSITIVE_INFINITY;
  const paths: Path[] = [];
  let steps = 0;
  const search = (path: readonly string[], left: number): boolean => {
    const last = path.at(-1) ?? from;
    for (const next of neighbours.get(last) ?? []) {
      if (++steps > maxSteps) return false;
      if (next === to) {
        if (left !== 1) continue;
        if (paths.length === maxPaths) return false;
        paths.push([...path, next]);
      } else if (left > 1 && (distance.get(next) ?? left) < left && !path.includes(next)) {
        if (!search([...path, next], left - 1)) return false;
      }
    }
    return true;
  };
  for (let length = shortest; length <= maxDepth; length++) {
    if (!search([from], length)) return { paths, more: true };
  }
  return { paths, more: !isWhole };
}

/** Who is linked with whom near the end, and how far each is from it. */
async function surroundings(from: string, to: string, linksOf: LinksOf, maxDepth: number) {
  const neighbours = new Map<string, Set<string>>();
  const connect = (a: string, b: string) => neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
  const distance = new Map([[to, 0]]);
  let level: readonly string[] = [to];
  for (let far = 1; far <= maxDepth && level.length > 0; far++) {
    const next: string[] = [];
    for (const { sourceId, targetId } of await linksOf(level)) {
      connect(sourceId, targetId);
      connect(targetId, sourceId);
      for (const id of [sourceId, targetId]) {
        if (distance.has(id)) continue;
        distance.set(id, far);
        next.push(id);
      }
    }
    if (distance.size > maxVisited && distance.has(from)) return { neighbours, distance, isWhole: false };
    level = next;
  }
  return { neighbours, distance, isWhole: true };
}
