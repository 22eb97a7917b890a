import { randomUUID } from "node:crypto";
import type { Writer } from "../../store/activity-rows.ts";
import { consolidation, type LinkChange } from "../../store/evolution-rows.ts";
import type { LinkRow, Relation } from "../../store/graph-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows, Store, WritableRows } from "../../store/store.ts";
import { linkMemories } from "../graph/link.ts";
import type { Circumstances, ServiceOptions } from "../service-options.ts";
import { likenesses } from "./likeness.ts";

// Looks for memories that belong together, links them, and can take that back. Times are milliseconds since 1970.

export type Evolution = ReturnType<typeof storedEvolution>;

export interface EvolveRequest {
  /** Why it runs. */
  readonly trigger: string;
  /** Only memories of this namespace and below; undefined: all. */
  readonly namespace: string | undefined;
  readonly maxMemories: number;
  /** Only says what it would do. */
  readonly isDryRun: boolean;
  readonly writer: Writer;
}

export interface Proposal {
  readonly sourceId: string;
  readonly targetId: string;
  readonly relation: Relation;
  readonly strength: number;
  readonly reason: string;
  /** The strength before of a link that is there; undefined: a new link. */
  readonly before?: number;
}

export interface Evolved {
  /** undefined: nothing was changed. */
  readonly id: string | undefined;
  readonly analyzed: number;
  readonly proposals: readonly Proposal[];
}

export type Undone =
  | { readonly status: "undone"; readonly removed: number; readonly weakened: number; readonly left: number }
  | { readonly status: "not_found" | "undone_before" };

const maxLinks = 10_000;
const pageSize = 100;

export function storedEvolution({ store, clock }: ServiceOptions) {
  return {
    evolve: (request: EvolveRequest) => evolve(store, request, { now: clock(), newId: randomUUID }),
    /** Takes back what a run changed; what was changed again since stays. */
    undo: (id: string): Promise<Undone> => store.write((rows) => undo(rows, id, clock())),
  };
}

async function evolve(store: Store, request: EvolveRequest, circumstances: Circumstances): Promise<Evolved> {
  const { sample, proposals } = await store.read((rows) => propose(rows, request, circumstances.now));
  if (request.isDryRun || proposals.length === 0) return { id: undefined, analyzed: sample, proposals };
  // What was proposed is looked at again under the lock: links may have been made meanwhile.
  return store.write(async (rows) => {
    const id = circumstances.newId();
    const done: Proposal[] = [];
    const changes: LinkChange[] = [];
    for (const proposal of proposals) {
      const change = await apply(rows, proposal, request.writer, circumstances);
      if (change === undefined) continue;
      changes.push(change);
      done.push(proposal);
    }
    const { trigger, writer } = request;
    await rows.evolutions.insert({ id, trigger, createdBy: writer.agent, createdAt: circumstances.now }, changes);
    return { id, analyzed: sample, proposals: done };
  });
}

/** Links that would be made or strengthened between the memories that were stored last, strongest first. */
async function propose(rows: ReadableRows, { namespace, maxMemories }: EvolveRequest, now: number) {
  const sample: MemoryRow[] = [];
  let before: number | undefined;
  while (sample.length < maxMemories) {
    const limit = Math.min(pageSize, maxMemories - sample.length);
    const page = await rows.memories.list({ namespace, now, before, limit });
    sample.push(...page.map(({ memory }) => memory));
    before = page.at(-1)?.row;
    if (page.length < limit) break;
  }
  const encrypted = new Set(sample.flatMap((memory) => (memory.encrypted ? memory.id : [])));
  const texts = sample.flatMap(({ id, title, content, tags, locked }) =>
    locked ? [] : { id, text: `${title}\n${content}`, tags },
  );
  const links = await rows.graph.links({ ids: texts.map(({ id }) => id), direction: "out", at: now, limit: maxLinks });
  const linked = new Map(links.map((link) => [pairKey(link.sourceId, link.targetId), link]));
  const proposals = likenesses(texts).flatMap(({ a, b, strength, tags, words }): readonly Proposal[] => {
    const relation: Relation = tags.length > 0 ? "technology" : "pattern";
    // A reason is stored as it is, so it says no word of what is encrypted.
    const said = encrypted.has(a) || encrypted.has(b) ? "the same things" : words.join(", ");
    const reason = tags.length > 0 ? `both are tagged ${tags.join(", ")}` : `both speak of ${said}`;
    const known = linked.get(pairKey(a, b));
    if (known === undefined) return [{ sourceId: a, targetId: b, relation, strength, reason }];
    // The older and the newer one are linked already, by somebody or by an earlier run.
    if (known.strength >= strength) return [];
    const { sourceId, targetId } = known;
    return [{ sourceId, targetId, relation: known.relation, strength, reason, before: known.strength }];
  });
  return { sample: texts.length, proposals };
}

async function apply(
  rows: WritableRows,
  { sourceId, targetId, relation, strength, reason, before }: Proposal,
  writer: Writer,
  circumstances: Circumstances,
): Promise<LinkChange | undefined> {
  if (before === undefined) {
    const request = { sourceId, targetId, relation, strength, reason, writer };
    const outcome = await linkMemories(rows, request, circumstances);
    return outcome.status === "created" ? { linkId: outcome.link.id, before: null, after: strength } : undefined;
  }
  const link = await heldLink(rows, { sourceId, targetId, relation });
  if (link === undefined || link.strength !== before) return undefined;
  await rows.graph.strengthen(link.id, strength);
  return { linkId: link.id, before, after: strength };
}

async function heldLink(
  { graph }: ReadableRows,
  { sourceId, targetId, relation }: Pick<Proposal, "sourceId" | "targetId" | "relation">,
): Promise<LinkRow | undefined> {
  const links = await graph.between(sourceId, targetId, relation);
  return links.find(({ validUntil }) => validUntil === null);
}

async function undo(rows: WritableRows, id: string, now: number): Promise<Undone> {
  const evolution = await rows.evolutions.find(id);
  if (evolution === undefined || evolution.trigger === consolidation) return { status: "not_found" };
  if (evolution.undoneAt !== null) return { status: "undone_before" };
  const counts = { removed: 0, weakened: 0, left: 0 };
  const changes = await rows.evolutions.changes(id);
  const links = new Map((await rows.graph.byIds(changes.map(({ linkId }) => linkId))).map((link) => [link.id, link]));
  for (const { linkId, before, after } of changes.toReversed()) {
    const link = links.get(linkId);
    if (link === undefined || link.strength !== after || link.validUntil !== null) counts.left++;
    else if (before === null) {
      await rows.graph.remove([linkId]);
      counts.removed++;
    } else {
      await rows.graph.strengthen(linkId, before);
      counts.weakened++;
    }
  }
  await rows.evolutions.markUndone(id, now);
  return { status: "undone", ...counts };
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
