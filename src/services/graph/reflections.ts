import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { archiveExpired } from "../memories/archive-expired.ts";
import { isLive } from "../memories/lifetime.ts";
import { narrowestScope, shared } from "../memories/made-of.ts";
import type { StoreRequest } from "../memories/memories.ts";
import { metadataProblem } from "../memories/metadata.ts";
import { writeMemory } from "../memories/store-memory.ts";
import { defaultNamespace } from "../namespaces/namespace.ts";
import type { Circumstances } from "../service-options.ts";
import { linkMemories } from "./link.ts";

// What is said of several memories together: a memory with links `reflects_on`, which have no cycle.

const kind = "reflection";
const maxDepth = 3;
const maxDependents = 1_000;
const maxLinks = 10_000;

export interface ReflectRequest
  extends Pick<
    StoreRequest,
    "content" | "tier" | "tags" | "priority" | "confidence" | "metadata" | "agentId" | "writer"
  > {
  /** Whole ids, one or more, each once. */
  readonly sourceIds: readonly string[];
  readonly title: string;
  /** undefined: the one that all sources share, else `global`. */
  readonly namespace: string | undefined;
  /** Must be the depth that it gets; undefined: whatever that is. */
  readonly depth: number | undefined;
}

export type ReflectOutcome =
  | { readonly status: "reflected"; readonly memory: MemoryRow; readonly depth: number }
  | { readonly status: "not_found"; readonly id: string }
  | { readonly status: "archived"; readonly memory: MemoryRow }
  | { readonly status: "title_taken"; readonly namespace: string; readonly id: string }
  /** `problem` ends the sentence "this would be a reflection of depth …: …". */
  | { readonly status: "depth"; readonly depth: number; readonly problem: string }
  | { readonly status: "private_owner" }
  | { readonly status: "metadata_too_large"; readonly problem: string };

/** Stores a reflection and its links, or changes nothing. */
export async function reflect(
  rows: WritableRows,
  { sourceIds, title, namespace: given, depth: wanted, ...request }: ReflectRequest,
  circumstances: Circumstances,
): Promise<ReflectOutcome> {
  const problem = metadataProblem(request.metadata);
  if (problem !== undefined) return { status: "metadata_too_large", problem };
  await archiveExpired(rows, circumstances.now);
  const sources = await rows.memories.byIds(sourceIds);
  const missing = sourceIds.find((id) => !sources.some((source) => source.id === id));
  if (missing !== undefined) return { status: "not_found", id: missing };
  const ended = sources.find(({ archivedAt }) => archivedAt !== null);
  if (ended !== undefined) return { status: "archived", memory: ended };
  const depth = 1 + (await depthOf(sourceIds, (ids) => rows.graph.reflectedOn(ids)));
  if (wanted !== undefined && wanted !== depth) return { status: "depth", depth, problem: `not of depth ${wanted}` };
  if (depth > maxDepth) return { status: "depth", depth, problem: `${maxDepth} is the most` };

  const { writer } = request;
  const namespace = given ?? shared(sources.map((source) => source.namespace)) ?? defaultNamespace;
  const scope = narrowestScope(sources);
  const encrypted = sources.some((source) => source.encrypted);
  const rest = { kind, scope, encrypted, source: "nhi", force: true, leftOut: new Set<string>() };
  const written = await writeMemory(
    rows,
    { request: { ...request, ...rest, namespace }, title, onConflict: "error" },
    undefined,
    circumstances,
  );
  switch (written.status) {
    case "title_taken":
      return { status: "title_taken", namespace, id: written.id };
    case "private_owner":
      return { status: "private_owner" };
    case "created":
      break;
    default:
      throw new Error(`invariant: a new memory is written or its title is taken, not '${written.status}'`);
  }
  const { memory } = written;
  for (const targetId of sourceIds) {
    const link = { sourceId: memory.id, targetId, relation: "reflects_on", writer } as const;
    const { status } = await linkMemories(rows, link, circumstances);
    if (status !== "created") throw new Error(`invariant: ${memory.id} is new, but its link is '${status}'`);
  }
  return { status: "reflected", memory, depth };
}

/** Most links that lead on from one of the memories by what reflects on what; 0 where they reflect on nothing. */
async function depthOf(
  ids: readonly string[],
  reflectedOn: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<number> {
  let depth = 0;
  // There is no cycle, so this ends.
  for (let level = await reflectedOn(ids); level.length > 0; level = await reflectedOn(level)) depth++;
  return depth;
}

export interface Reflection {
  readonly isReflection: boolean;
  readonly depth: number;
  /** What it reflects on by links that hold, in the order of the links. */
  readonly sources: readonly MemoryRow[];
}

/** What a memory reflects on, as far as the viewer sees it. Links that have ended count for its depth. */
export async function reflectionOf(rows: ReadableRows, memory: MemoryRow, now: number): Promise<Reflection> {
  const targets = async (ids: readonly string[], at: number | undefined) => {
    const search = { ids, direction: "out", relation: "reflects_on", at, limit: maxLinks } as const;
    return [...new Set((await rows.graph.links(search)).map(({ targetId }) => targetId))];
  };
  const sources = await rows.memories.byIds(await targets([memory.id], now));
  const depth = await depthOf([memory.id], (ids) => targets(ids, undefined));
  return { isReflection: depth > 0 || memory.kind === kind, depth, sources };
}

export interface Dependents {
  /** It is archived, or a link that holds says that another one supersedes or contradicts it. */
  readonly isInvalidated: boolean;
  /** Nearest first; `distance` counts the links between. */
  readonly dependents: readonly { readonly memory: MemoryRow; readonly distance: number }[];
  readonly more: boolean;
}

/** Live memories that reflect on one by links that hold, directly or over others. */
export async function dependentsOf(rows: ReadableRows, memory: MemoryRow, now: number): Promise<Dependents> {
  const { graph, memories } = rows;
  const links = (ids: readonly string[], relation: "reflects_on" | "supersedes" | "contradicts") =>
    graph.links({ ids, direction: "in", relation, at: now, limit: maxLinks });
  const against = [...(await links([memory.id], "supersedes")), ...(await links([memory.id], "contradicts"))];
  const known = new Set([memory.id]);
  const found: { memory: MemoryRow; distance: number }[] = [];
  let level: readonly string[] = [memory.id];
  for (let distance = 1; level.length > 0 && found.length <= maxDependents; distance++) {
    const next = new Set((await links(level, "reflects_on")).map(({ sourceId }) => sourceId));
    level = [...next].filter((id) => !known.has(id));
    for (const id of level) known.add(id);
    const rowsOfLevel = await memories.byIds(level);
    found.push(...rowsOfLevel.filter((one) => isLive(one, now)).map((one) => ({ memory: one, distance })));
  }
  return {
    isInvalidated: !isLive(memory, now) || against.length > 0,
    dependents: found.slice(0, maxDependents),
    more: found.length > maxDependents,
  };
}
