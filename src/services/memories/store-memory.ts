import type { ActivityEvent } from "../../store/activity-rows.ts";
import type { MemoryContent, MemoryRow } from "../../store/memory-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import { archiveExpired } from "./archive-expired.ts";
import { expiryOf, higherTier, laterExpiry } from "./lifetime.ts";
import type { SimilarMemory, StoreOutcome, StoreRequest } from "./memories.ts";
import { hasCitations, metadataProblem } from "./metadata.ts";
import { similarFrom, similarity, tellingWords } from "./similarity.ts";
import { numberedTitles, titleFrom } from "./title.ts";

export interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly newId: () => string;
}

const maxSimilar = 5;
const maxCandidates = 200;

/** The whole of one store: look at the request, settle the title, look for what says the same, write, log. Runs in one transaction. */
export async function storeMemory(
  rows: WritableRows,
  request: StoreRequest,
  circumstances: Circumstances,
): Promise<StoreOutcome> {
  const { now } = circumstances;
  const problem = metadataProblem(request.metadata);
  if (problem !== undefined) return { status: "metadata_too_large", problem };
  await archiveExpired(rows, now);
  const title = request.title ?? titleFrom(request.content);
  const onConflict = request.onConflict ?? (request.title === undefined ? "version" : "error");
  const taken = await rows.memories.byTitle(request.namespace, title);
  if (taken !== undefined && onConflict === "error") return { status: "title_taken", title, id: taken.id };
  if (taken !== undefined && onConflict === "merge") return merge(rows, request, taken, now);

  if (!request.force) {
    // Who asks to store beside a memory of the same title has seen that one.
    const seen = request.onConflict === "version" ? taken?.id : undefined;
    const similar = await similarTo(rows, request, seen, now);
    if (similar.length > 0) return { status: "similar_exists", title, similar, expiresAt: expiryOf(request.tier, now) };
  }
  if (taken === undefined) return create(rows, request, title, "created", circumstances);
  const free = await firstFree(rows, request.namespace, numberedTitles(title));
  if (free === undefined) return { status: "title_taken", title, id: taken.id };
  return create(rows, request, free, request.onConflict === "version" ? "versioned" : "created", circumstances);
}

async function create(
  rows: WritableRows,
  request: StoreRequest,
  title: string,
  status: "created" | "versioned",
  { now, newId }: Circumstances,
): Promise<StoreOutcome> {
  const id = newId();
  await rows.memories.insert({
    ...contentOf(request, now),
    id,
    namespace: request.namespace,
    title,
    agentId: request.agentId,
    createdAt: request.createdAt?.at ?? now,
  });
  await log(rows, request, status === "created" ? "memory_created" : "memory_versioned", id, now);
  return { status, memory: await written(rows, id) };
}

/** The author's words replace the old ones; a life never gets shorter, and what is not given of the source stays. */
async function merge(rows: WritableRows, request: StoreRequest, taken: MemoryRow, now: number): Promise<StoreOutcome> {
  const content = contentOf(request, now);
  const tier = higherTier(taken.tier, request.tier);
  const sourceUri = request.sourceUri ?? taken.sourceUri;
  await rows.memories.replace(taken.id, {
    ...content,
    tier,
    expiresAt: laterExpiry(taken.expiresAt, expiryOf(tier, now)),
    sourceUri,
    cited: hasCitations(sourceUri ?? undefined, request.metadata),
  });
  await log(rows, request, "memory_merged", taken.id, now);
  return { status: "merged", memory: await written(rows, taken.id) };
}

function contentOf(request: StoreRequest, now: number): MemoryContent {
  return {
    content: request.content,
    tier: request.tier,
    kind: request.kind,
    scope: request.scope,
    source: request.source,
    priority: request.priority,
    confidence: request.confidence,
    tags: request.tags,
    sourceUri: request.sourceUri ?? null,
    cited: hasCitations(request.sourceUri, request.metadata),
    metadata: request.metadata,
    signature: request.signature ?? null,
    signedCreatedAt: request.signature === undefined ? null : (request.createdAt?.text ?? null),
    updatedAt: now,
    expiresAt: expiryOf(request.tier, now),
  };
}

/** Live memories of the same namespace that say almost the same; the most similar first. */
async function similarTo(
  rows: WritableRows,
  { content, namespace }: StoreRequest,
  seen: string | undefined,
  now: number,
): Promise<readonly SimilarMemory[]> {
  const hits = await rows.memories.search({
    words: tellingWords(content).map((word) => ({ word, weight: 1, asked: true })),
    now,
    limit: maxCandidates,
    minScore: 0,
    filter: { namespace: { path: namespace, below: false }, includeArchived: false },
    preferred: [],
  });
  const candidates = await rows.memories.byIds(hits.map((hit) => hit.id));
  return candidates
    .filter((candidate) => candidate.id !== seen)
    .map(({ id, title, content: other }) => ({ id, title, similarity: similarity(content, other) }))
    .filter((candidate) => candidate.similarity >= similarFrom)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, maxSimilar);
}

async function firstFree(
  rows: WritableRows,
  namespace: string,
  titles: readonly string[],
): Promise<string | undefined> {
  const taken = await rows.memories.titlesTaken(namespace, titles);
  return titles.find((title) => !taken.has(title));
}

async function log(
  rows: WritableRows,
  { writer }: StoreRequest,
  event: ActivityEvent,
  subject: string,
  at: number,
): Promise<void> {
  await rows.activity.append({ at, event, subject, agent: writer.agent, session: writer.sessionId });
}

async function written(rows: WritableRows, id: string): Promise<MemoryRow> {
  const [memory] = await rows.memories.byIds([id]);
  if (memory === undefined) throw new Error(`invariant: memory ${id} was written a moment ago`);
  return memory;
}
