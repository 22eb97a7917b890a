import type { Relation } from "../../store/graph-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows } from "../../store/store.ts";

// The turns of conversations that led to a memory: those that were captured in the session in which it was stored.

/** What a memory was made of. */
const madeOf: ReadonlySet<Relation> = new Set(["derived_from", "derives_from", "reflects_on"]);
const maxLinks = 1_000;

export interface ReplayRequest {
  readonly memory: MemoryRow;
  /** So many links to what it was made of are followed. */
  readonly depth: number;
  /** Only turns of this agent. */
  readonly agentId: string | undefined;
  readonly limit: number;
}

export interface ReplayedTurn {
  readonly memory: MemoryRow;
  readonly hostSession: string;
  readonly index: number;
  readonly role: string;
  /** Links between the memory that was asked for and the one that the turn led to. */
  readonly depth: number;
}

/** The last turns, oldest first. */
export async function replayTurns(
  rows: ReadableRows,
  { memory, depth, agentId, limit }: ReplayRequest,
  now: number,
): Promise<{ readonly turns: readonly ReplayedTurn[]; readonly more: boolean }> {
  const found = new Map<string, ReplayedTurn>();
  const known = new Set([memory.id]);
  let level: readonly MemoryRow[] = [memory];
  for (let step = 0; step <= depth && level.length > 0; step++) {
    for (const one of level) {
      for (const turn of await turnsBehind(rows, one, { now, limit: limit + 1, depth: step })) {
        const isAsked = agentId === undefined || turn.memory.agentId === agentId;
        if (isAsked && !found.has(turn.memory.id)) found.set(turn.memory.id, turn);
      }
    }
    const search = { ids: level.map(({ id }) => id), direction: "out", at: now, limit: maxLinks } as const;
    const links = (await rows.graph.links(search)).filter(({ relation }) => madeOf.has(relation));
    const next = [...new Set(links.map(({ targetId }) => targetId))].filter((id) => !known.has(id));
    for (const id of next) known.add(id);
    level = await rows.memories.byIds(next);
  }
  const sorted = [...found.values()].toSorted(
    (a, b) => a.memory.createdAt - b.memory.createdAt || a.index - b.index || (a.memory.id < b.memory.id ? -1 : 1),
  );
  return { turns: sorted.slice(-limit), more: sorted.length > limit };
}

/** Turns of the session until the memory was last written; of a turn those of its conversation, itself included. */
async function turnsBehind(
  { memories }: ReadableRows,
  memory: MemoryRow,
  { now, limit, depth }: { readonly now: number; readonly limit: number; readonly depth: number },
): Promise<readonly ReplayedTurn[]> {
  const { session, updatedAt: until } = memory;
  if (session === null) return [];
  const own = turnOf(memory, depth);
  const turns = (await memories.turns({ session, until, now, limit })).flatMap((one) => turnOf(one, depth) ?? []);
  if (own === undefined) return turns;
  return turns.filter(({ hostSession, index }) => hostSession === own.hostSession && index <= own.index);
}

/** undefined: it is not a captured turn. */
function turnOf(memory: MemoryRow, depth: number): ReplayedTurn | undefined {
  const { host_session_id: hostSession, host_turn_index: index, role } = memory.metadata;
  if (memory.kind !== "conversation" || memory.source !== "hook") return undefined;
  if (typeof hostSession !== "string" || typeof index !== "number" || typeof role !== "string") return undefined;
  return { memory, hostSession, index, role, depth };
}
