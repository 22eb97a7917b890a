import type { Writer } from "../../store/activity-rows.ts";
import type { LinkRow, Relation } from "../../store/graph-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import type { Circumstances } from "../service-options.ts";
import { reaches } from "./walk.ts";

export interface LinkRequest {
  readonly sourceId: string;
  readonly targetId: string;
  readonly relation: Relation;
  readonly strength?: number | undefined;
  readonly reason?: string | undefined;
  /** undefined: now. */
  readonly validFrom?: number | undefined;
  /** undefined: the writer's agent. */
  readonly observedBy?: string | undefined;
  readonly writer: Writer;
}

export type LinkOutcome =
  | { readonly status: "created" | "exists"; readonly link: LinkRow }
  | { readonly status: "not_found"; readonly memory: string }
  /** Source and target are the same. */
  | { readonly status: "same" }
  /** The target reflects on the source already, over one link or several. */
  | { readonly status: "cycle" };

/** Makes a link, unless one of the kind holds already. */
export async function linkMemories(
  rows: WritableRows,
  { sourceId, targetId, relation, strength = 1, reason = "", validFrom, observedBy, writer }: LinkRequest,
  { now, newId }: Circumstances,
): Promise<LinkOutcome> {
  const known = new Set((await rows.memories.byIds([sourceId, targetId])).map(({ id }) => id));
  const missing = [sourceId, targetId].find((id) => !known.has(id));
  if (missing !== undefined) return { status: "not_found", memory: missing };
  if (sourceId === targetId) return { status: "same" };
  const [last] = await rows.graph.between(sourceId, targetId, relation);
  if (last?.validUntil === null) return { status: "exists", link: last };
  if (relation === "reflects_on" && (await closesCycle(rows, sourceId, targetId))) return { status: "cycle" };
  const id = newId();
  const from = validFrom ?? now;
  const { agent, session } = writer;
  const ends = { sourceId, targetId, relation };
  await rows.graph.insert({
    id,
    ...ends,
    strength,
    reason,
    createdBy: observedBy ?? agent,
    session,
    createdAt: now,
    validFrom: from,
    validUntil: null,
  });
  await rows.activity.append({ ...writer, at: now, event: "memory_linked", subject: sourceId });
  const [link] = await rows.graph.between(sourceId, targetId, relation);
  if (link === undefined) throw new Error(`invariant: link ${id} was written in the same transaction`);
  return { status: "created", link };
}

/** Links that have ended count too: a question about the past follows them. So do those of memories that the writer does not see. */
export async function closesCycle(
  { graph }: Pick<WritableRows, "graph">,
  sourceId: string,
  targetId: string,
): Promise<boolean> {
  return reaches(targetId, sourceId, (ids) => graph.reflectedOn(ids));
}

export interface EndLink extends Pick<LinkRequest, "sourceId" | "targetId" | "relation" | "writer"> {
  readonly validUntil: number;
}

export interface EndedLink {
  readonly link: LinkRow;
  /** When it ended before; null: it had no end. */
  readonly before: number | null;
}

/** Ends a link. The time in which it holds never grows, so a later end changes nothing; nor does it end before it began. */
export async function endLink(
  rows: WritableRows,
  { sourceId, targetId, relation, validUntil, writer }: EndLink,
  now: number,
): Promise<EndedLink | undefined> {
  const [link] = await rows.graph.between(sourceId, targetId, relation);
  if (link === undefined) return undefined;
  const end = Math.max(link.validFrom, Math.min(validUntil, link.validUntil ?? validUntil));
  if (end !== link.validUntil) {
    await rows.graph.end(link.id, end);
    await rows.activity.append({ ...writer, at: now, event: "memory_unlinked", subject: sourceId });
  }
  return { link: { ...link, validUntil: end }, before: link.validUntil };
}
