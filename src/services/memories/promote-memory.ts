import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow, Tier } from "../../store/memory-rows.ts";
import type { Store, WritableRows } from "../../store/store.ts";
import { isAtOrBelow } from "../namespaces/namespace.ts";
import type { Circumstances } from "../service-options.ts";
import { archiveExpired } from "./archive-expired.ts";
import { expiryOf, higherTier, laterExpiry } from "./lifetime.ts";
import type { MemoriesCall } from "./memories.ts";
import { memoryAt, writtenMemory } from "./memory-at.ts";
import { newOf } from "./new-of.ts";

export interface PromoteRequest {
  /** Whole id. */
  readonly id: string;
  readonly targetTier: Tier;
  /** Makes a copy there; it must be above the memory's own. */
  readonly toNamespace?: string | undefined;
  readonly writer: Writer;
}

export type PromoteOutcome =
  /** `memory` is the copy, where one was asked for. */
  | { readonly status: "promoted" | "unchanged"; readonly memory: MemoryRow }
  | { readonly status: "not_found" }
  | { readonly status: "archived" | "not_above" | "title_taken"; readonly memory: MemoryRow };

/** Raises the tier of a memory, or copies it to a namespace above its own. A life never gets shorter. */
export function promoteMemory(
  store: Store,
  request: PromoteRequest,
  circumstances: Circumstances,
  options: MemoriesCall,
): Promise<PromoteOutcome> {
  return store.write(async (rows) => {
    await archiveExpired(rows, circumstances.now);
    const memory = await memoryAt(rows, request.id);
    if (memory === undefined) return { status: "not_found" };
    if (memory.archivedAt !== null) return { status: "archived", memory };
    const { toNamespace } = request;
    return toNamespace === undefined
      ? raise(rows, memory, request, circumstances)
      : copyUp(rows, memory, { ...request, toNamespace }, circumstances);
  }, options);
}

async function raise(
  rows: WritableRows,
  memory: MemoryRow,
  { targetTier, writer }: PromoteRequest,
  { now }: Circumstances,
): Promise<PromoteOutcome> {
  const tier = higherTier(memory.tier, targetTier);
  if (tier === memory.tier) return { status: "unchanged", memory };
  const expiresAt = laterExpiry(memory.expiresAt, expiryOf(tier, now));
  await rows.memories.replace(memory.id, { ...memory, tier, expiresAt });
  await rows.activity.append({ ...writer, at: now, event: "memory_promoted", subject: memory.id });
  return { status: "promoted", memory: await writtenMemory(rows, memory.id) };
}

async function copyUp(
  rows: WritableRows,
  memory: MemoryRow,
  { targetTier, toNamespace, writer }: PromoteRequest & { readonly toNamespace: string },
  { now, newId }: Circumstances,
): Promise<PromoteOutcome> {
  if (toNamespace === memory.namespace || !isAtOrBelow(memory.namespace, toNamespace)) {
    return { status: "not_above", memory };
  }
  const taken = await rows.memories.byTitle(toNamespace, memory.title, memory.scope);
  if (taken !== undefined) return { status: "title_taken", memory: taken };
  const id = newId();
  const tier = higherTier(memory.tier, targetTier);
  const { agent: writtenBy, session } = writer;
  const state = { id, namespace: toNamespace, tier, expiresAt: expiryOf(tier, now), updatedAt: now };
  await rows.memories.insert({ ...newOf(memory), ...state, writtenBy, session });
  await rows.activity.append({ ...writer, at: now, event: "memory_created", subject: id });
  return { status: "promoted", memory: await writtenMemory(rows, id) };
}
