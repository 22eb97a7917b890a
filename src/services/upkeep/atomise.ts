import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import { linkMemories } from "../graph/link.ts";
import { archiveExpired } from "../memories/archive-expired.ts";
import { isLive } from "../memories/lifetime.ts";
import { memoryAt } from "../memories/memory-at.ts";
import { writeMemory } from "../memories/store-memory.ts";
import { titleFrom } from "../memories/title.ts";
import type { Circumstances } from "../service-options.ts";
import { atomsOf } from "./atoms.ts";

const maxAtoms = 100;
const linkReason = "atomised";

export interface AtomiseRequest {
  /** Whole id. */
  readonly id: string;
  readonly maxTokens: number;
  /** Atoms that are there are archived, and new ones made. */
  readonly force: boolean;
  readonly writer: Writer;
}

export type AtomiseOutcome =
  | { readonly status: "atomised"; readonly atomIds: readonly string[]; readonly archivedAt: number }
  | { readonly status: "not_found" }
  | { readonly status: "archived"; readonly memory: MemoryRow }
  /** `problem` ends the sentence "'…' is not split: …". */
  | { readonly status: "refused"; readonly memory: MemoryRow; readonly problem: string };

/** Stores a memory in small parts and archives it, or changes nothing. */
export async function atomise(
  rows: WritableRows,
  { id, maxTokens, force, writer }: AtomiseRequest,
  circumstances: Circumstances,
): Promise<AtomiseOutcome> {
  const { now } = circumstances;
  await archiveExpired(rows, now);
  const source = await memoryAt(rows, id);
  if (source === undefined) return { status: "not_found" };
  const refused = (problem: string) => ({ status: "refused", memory: source, problem }) as const;
  const before = await atomsThere(rows, id, now);
  if (before.length > 0 && !force) return refused(`it has ${before.length} atoms already`);
  if (before.length === 0 && source.archivedAt !== null) return { status: "archived", memory: source };
  rows.vault.requireOpen([source]);
  const atoms = atomsOf(source.content, maxTokens);
  if (atoms.length < 2) return refused("it is one atom");
  if (atoms.length > maxAtoms) return refused(`it would be ${atoms.length} atoms, and ${maxAtoms} is the most`);

  const ended = [...before, ...(source.archivedAt === null ? [id] : [])];
  await rows.archive.archive(ended, "replaced", now);
  for (const subject of ended) await rows.activity.append({ ...writer, at: now, event: "memory_archived", subject });
  const atomIds: string[] = [];
  for (const content of atoms) atomIds.push(await storeAtom(rows, { source, content, writer }, circumstances));
  return { status: "atomised", atomIds, archivedAt: source.archivedAt ?? now };
}

/** Ids of live memories that a memory was split into. */
async function atomsThere({ graph, memories }: WritableRows, id: string, now: number): Promise<readonly string[]> {
  const links = await graph.links({ ids: [id], direction: "in", relation: "derives_from", at: now, limit: 10_000 });
  const made = links.filter(({ reason }) => reason === linkReason).map(({ sourceId }) => sourceId);
  return (await memories.byIds([...new Set(made)])).filter((memory) => isLive(memory, now)).map((memory) => memory.id);
}

async function storeAtom(
  rows: WritableRows,
  { source, content, writer }: { readonly source: MemoryRow; readonly content: string; readonly writer: Writer },
  circumstances: Circumstances,
): Promise<string> {
  const { namespace, tier, kind, scope, priority, confidence, tags, agentId, sourceUri, encrypted } = source;
  const same = { namespace, tier, kind, scope, priority, confidence, tags, agentId, encrypted };
  const request = {
    ...same,
    ...{ content, source: "nhi", metadata: {}, force: true, leftOut: new Set<string>(), writer },
    sourceUri: sourceUri ?? undefined,
  };
  const titled = { request, title: titleFrom(content), onConflict: "version" } as const;
  const written = await writeMemory(rows, titled, undefined, circumstances);
  if (written.status !== "created") {
    throw new Error(`invariant: an atom is stored beside all others, not '${written.status}'`);
  }
  const link = {
    sourceId: written.memory.id,
    targetId: source.id,
    relation: "derives_from",
    reason: linkReason,
  } as const;
  await linkMemories(rows, { ...link, writer }, circumstances);
  return written.memory.id;
}
