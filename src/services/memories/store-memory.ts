import type { ActivityEvent } from "../../store/activity-rows.ts";
import type { MemoryRow, Scope } from "../../store/memory-rows.ts";
import type { Store, WritableRows } from "../../store/store.ts";
import type { Circumstances } from "../service-options.ts";
import { archiveExpired } from "./archive-expired.ts";
import { expiryOf } from "./lifetime.ts";
import type { MemoriesCall, StoreOutcome, StoreRequest } from "./memories.ts";
import { writtenMemory } from "./memory-at.ts";
import { contentOf, mergeMemory } from "./merge-memory.ts";
import { metadataProblem } from "./metadata.ts";
import { findSimilar, type Likeness, refreshed } from "./similar-memories.ts";
import { taskBehind } from "./task-behind.ts";
import { freeTitle, titleFrom } from "./title.ts";

const maxSimilar = 5;

/** A request that was checked, with its title, and what to do when the title is taken. */
interface Titled {
  readonly request: StoreRequest;
  readonly title: string;
  readonly onConflict: "error" | "merge" | "version";
}

/**
 * Stores one memory: checks the request, sets the title, searches similar memories, writes, logs. The long search runs before the
 * write lock is taken; under the lock only what was written meanwhile is checked again.
 */
export async function storeMemory(
  store: Store,
  request: StoreRequest,
  circumstances: Circumstances,
  options: MemoriesCall,
): Promise<StoreOutcome> {
  const problem = metadataProblem({ ...request.metadata, ...request.evidence });
  if (problem !== undefined) return { status: "metadata_too_large", problem };
  const titled: Titled = {
    request,
    title: request.title ?? titleFrom(request.content),
    onConflict: request.onConflict ?? (request.title === undefined ? "version" : "error"),
  };
  const sought = { content: request.content, namespace: request.namespace, now: circumstances.now };
  const likeness = request.force ? undefined : await store.read((rows) => findSimilar(rows, sought), options);
  const outcome = await store.write((rows) => writeMemory(rows, titled, likeness, circumstances), options);
  return "memory" in outcome && likeness !== undefined ? { ...outcome, notCompared: likeness.notCompared } : outcome;
}

/** @param likeness undefined: similar memories are ignored */
export async function writeMemory(
  rows: WritableRows,
  { request, title, onConflict }: Titled,
  likeness: Likeness | undefined,
  circumstances: Circumstances,
): Promise<StoreOutcome> {
  const { now } = circumstances;
  const { namespace, content } = request;
  await archiveExpired(rows, now);
  const taken = await rows.memories.byTitle(namespace, title);
  if (taken !== undefined && onConflict === "error") return { status: "title_taken", title, id: taken.id };
  const target = onConflict === "merge" ? taken : undefined;
  const hindrance = target === undefined ? undefined : await mergeHindrance(rows, target, request);
  if (hindrance !== undefined) return { status: "title_taken", title, id: hindrance.id };
  if (isForeign(request, target)) return { status: "private_owner" };
  if (target !== undefined) {
    const replaced = await mergeMemory(rows, target, request, circumstances);
    await rows.activity.append({ ...request.writer, at: now, event: "memory_merged", subject: target.id });
    return {
      status: "merged",
      memory: await writtenMemory(rows, target.id),
      ...(replaced === undefined ? {} : { replaced }),
    };
  }
  if (likeness !== undefined) {
    // A caller that stores a new version knows the memory with that title.
    const seen = request.onConflict === "version" ? taken?.id : undefined;
    const found = await refreshed(rows, likeness, { content, namespace, now });
    const similar = found.filter((memory) => memory.id !== seen).slice(0, maxSimilar);
    if (similar.length > 0) return { status: "similar_exists", title, similar, expiresAt: expiryOf(request.tier, now) };
  }
  if (taken === undefined) return create(rows, request, title, "created", circumstances);
  const free = await freeTitle(rows, namespace, title);
  if (free === undefined) return { status: "title_taken", title, id: taken.id };
  return create(rows, request, free, request.onConflict === "version" ? "versioned" : "created", circumstances);
}

/** Whether it would be private and another agent's at once: what is private is seen by the agent that writes it alone. */
function isForeign(request: StoreRequest, taken: MemoryRow | undefined): boolean {
  const agent = request.agentId ?? taken?.agentId ?? request.writer.agent;
  return scopeOf(request, taken) === "private" && agent !== request.writer.agent;
}

function scopeOf(request: StoreRequest, taken: MemoryRow | undefined): Scope {
  return taken !== undefined && request.leftOut.has("scope") ? taken.scope : request.scope;
}

/** The memory that stays as it is: another writer's does not become private, and a private one is not shared beside its namesake. */
async function mergeHindrance(
  rows: WritableRows,
  taken: MemoryRow,
  request: StoreRequest,
): Promise<MemoryRow | undefined> {
  const scope = scopeOf(request, taken);
  if (scope === "private") return taken.writtenBy === request.writer.agent ? undefined : taken;
  const clash = await rows.memories.byTitle(taken.namespace, taken.title, scope);
  return clash?.id === taken.id ? undefined : clash;
}

async function create(
  rows: WritableRows,
  request: StoreRequest,
  title: string,
  status: "created" | "versioned",
  { now, newId }: Circumstances,
): Promise<StoreOutcome> {
  const id = newId();
  const { agent, session } = request.writer;
  await rows.memories.insert({
    ...contentOf(request, now),
    id,
    namespace: request.namespace,
    title,
    writtenBy: agent,
    session,
    taskId: await taskBehind(rows, request.namespace, agent),
  });
  const event: ActivityEvent = status === "created" ? "memory_created" : "memory_versioned";
  await rows.activity.append({ at: now, event, subject: id, agent, session });
  return { status, memory: await writtenMemory(rows, id) };
}
