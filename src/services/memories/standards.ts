import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { StandardRow } from "../../store/standard-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { ancestor } from "../namespaces/namespace.ts";
import { archiveExpired } from "./archive-expired.ts";
import { isLive } from "./lifetime.ts";
import { memoryAt } from "./memory-at.ts";

// The standard of a namespace is a memory that says its rules. It holds below too, and '*' holds everywhere.

const everywhere = "*";
const maxParents = 8;

export interface Standard {
  readonly namespace: string;
  readonly parent: string | null;
  readonly memory: MemoryRow;
}

export interface StandardChain {
  /** Namespaces whose standards hold, the most general first, with a standard or without. */
  readonly chain: readonly string[];
  /** Live ones that the viewer sees, in this order. */
  readonly standards: readonly Standard[];
}

export interface SetStandard {
  readonly namespace: string;
  /** Whole id. */
  readonly memoryId: string;
  readonly parent: string | undefined;
  readonly writer: Writer;
}

export type SetStandardOutcome =
  | { readonly status: "set"; readonly memory: MemoryRow }
  | { readonly status: "not_found" }
  | { readonly status: "archived"; readonly memory: MemoryRow }
  /** `problem` ends the sentence "'…' can't be the parent of '…': …". */
  | { readonly status: "bad_parent"; readonly problem: string };

export async function setStandard(
  rows: WritableRows,
  { namespace, memoryId, parent, writer }: SetStandard,
  now: number,
): Promise<SetStandardOutcome> {
  await archiveExpired(rows, now);
  const memory = await memoryAt(rows, memoryId);
  if (memory === undefined) return { status: "not_found" };
  if (memory.archivedAt !== null) return { status: "archived", memory };
  const problem = parent === undefined ? undefined : await parentProblem(rows, namespace, parent);
  if (problem !== undefined) return { status: "bad_parent", problem };
  const { agent: setBy } = writer;
  await rows.standards.set({ namespace, memoryId, parent: parent ?? null, setBy, setAt: now });
  await rows.activity.append({ ...writer, at: now, event: "memory_attached", subject: memoryId });
  return { status: "set", memory };
}

/** @returns whether there was one */
export async function clearStandard(
  rows: WritableRows,
  { namespace, writer }: Pick<SetStandard, "namespace" | "writer">,
  now: number,
): Promise<boolean> {
  const [standard] = await rows.standards.of([namespace]);
  if (standard === undefined) return false;
  await rows.activity.append({ ...writer, at: now, event: "memory_detached", subject: standard.memoryId });
  return rows.standards.clear(namespace);
}

/** What holds in a namespace: '*', then the parents that were named, then the namespaces above, then its own. */
export async function standardsOf(rows: ReadableRows, namespace: string, now: number): Promise<StandardChain> {
  const depth = namespace.split("/").length;
  const path = Array.from({ length: depth }, (_, index) => ancestor(namespace, depth - 1 - index));
  const own = await rows.standards.of([...new Set([everywhere, ...path])]);
  if (own.length === 0) return { chain: [...new Set([everywhere, ...path])], standards: [] };
  // The nearest one that names a parent says which.
  const first = path.toReversed().flatMap((place) => own.find((row) => row.namespace === place)?.parent ?? [])[0];
  const parents = await parentsFrom(rows, first);
  const chain = [...new Set([everywhere, ...parents.places.toReversed(), ...path])];
  const named = new Map([...own, ...parents.rows].map((row) => [row.namespace, row]));
  const found = await rows.memories.byIds([...new Set([...named.values()].map(({ memoryId }) => memoryId))]);
  const standards = chain.flatMap((place) => {
    const row = named.get(place);
    const memory = found.find(({ id }) => id === row?.memoryId);
    if (row === undefined || memory === undefined || !isLive(memory, now)) return [];
    return [{ namespace: place, parent: row.parent, memory }];
  });
  return { chain, standards };
}

/** A namespace, the parent that it names, the parent of that one and so on. */
async function parentsFrom({ standards }: ReadableRows, first: string | undefined) {
  const places: string[] = [];
  const rows: StandardRow[] = [];
  let next = first;
  while (next !== undefined && places.length < maxParents && !places.includes(next)) {
    places.push(next);
    const [row] = await standards.of([next]);
    if (row !== undefined) rows.push(row);
    next = row?.parent ?? undefined;
  }
  return { places, rows };
}

async function parentProblem(rows: ReadableRows, namespace: string, parent: string): Promise<string | undefined> {
  if (parent === namespace) return "they are the same";
  const { places } = await parentsFrom(rows, parent);
  if (places.includes(namespace)) return `it takes over the rules of '${namespace}' itself`;
  return places.length >= maxParents ? `more than ${maxParents} would follow one another` : undefined;
}
