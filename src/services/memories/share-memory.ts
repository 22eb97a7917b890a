import { isJsonObject } from "../../contract/json.ts";
import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow, NewMemory } from "../../store/memory-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import { placeOfAgent } from "../namespaces/agent-place.ts";
import { namespaceProblem } from "../namespaces/namespace.ts";
import type { Circumstances } from "../service-options.ts";
import { archiveExpired } from "./archive-expired.ts";
import { expiryOf } from "./lifetime.ts";
import { memoryAt } from "./memory-at.ts";
import { metadataProblem } from "./metadata.ts";
import { newOf } from "./new-of.ts";
import { freeTitle } from "./title.ts";

const place = "_shared";

export interface ShareRequest {
  /** Whole id. */
  readonly id: string;
  /** Agent that gets a copy. */
  readonly to: string;
  readonly writer: Writer;
}

export type ShareOutcome =
  /** `known`: it was shared before and has not changed since. */
  | { readonly status: "shared" | "known"; readonly id: string; readonly namespace: string }
  | { readonly status: "not_found" }
  | { readonly status: "archived"; readonly memory: MemoryRow }
  | { readonly status: "bad_address"; readonly namespace: string; readonly problem: string }
  | { readonly status: "metadata_too_large"; readonly problem: string }
  | { readonly status: "title_taken"; readonly namespace: string; readonly id: string };

/** Copies a memory for another agent. The copy of a private one is private to that agent, so the writer does not see it. */
export async function shareMemory(
  rows: WritableRows,
  { id, to, writer }: ShareRequest,
  { now, newId }: Circumstances,
): Promise<ShareOutcome> {
  const namespace = placeOfAgent(place, to);
  const problem = namespaceProblem(namespace);
  if (problem !== undefined) return { status: "bad_address", namespace, problem };
  await archiveExpired(rows, now);
  const source = await memoryAt(rows, id);
  if (source === undefined) return { status: "not_found" };
  if (source.archivedAt !== null) return { status: "archived", memory: source };
  const metadata = { ...source.metadata, shared_from: { id, agent_id: writer.agent } };
  const tooLarge = metadataProblem(metadata);
  if (tooLarge !== undefined) return { status: "metadata_too_large", problem: tooLarge };

  const seenByThem = { memories: rows.memories.seenBy({ agent: to }) };
  const taken = await seenByThem.memories.byTitle(namespace, source.title, source.scope);
  if (taken !== undefined && isCopy(taken, source)) return { status: "known", id: taken.id, namespace };
  const title =
    taken === undefined ? source.title : await freeTitle({ ...rows, ...seenByThem }, namespace, source.title);
  if (title === undefined) return { status: "title_taken", namespace, id: taken?.id ?? "" };
  const isPrivate = source.scope === "private";
  const copy: NewMemory = {
    ...newOf(source),
    id: newId(),
    namespace,
    title,
    metadata,
    updatedAt: now,
    expiresAt: expiryOf(source.tier, now),
    // What is private belongs to the agent that sees it.
    ...(isPrivate ? { agentId: to, writtenBy: to } : { writtenBy: writer.agent }),
    session: writer.session,
  };
  await rows.memories.insert(copy);
  await rows.activity.append({ ...writer, at: now, event: "memory_created", subject: copy.id });
  return { status: "shared", id: copy.id, namespace };
}

function isCopy(memory: MemoryRow, source: MemoryRow): boolean {
  const { shared_from: from } = memory.metadata;
  return isJsonObject(from) && from.id === source.id && memory.content === source.content;
}
