import type { Writer } from "../../store/activity-rows.ts";
import type { EditSource, MemoryRow, MemoryVersion } from "../../store/memory-rows.ts";
import type { Store, WritableRows } from "../../store/store.ts";
import type { Circumstances } from "../service-options.ts";
import { archiveExpired } from "./archive-expired.ts";
import { expiryOf, higherTier, lengthened } from "./lifetime.ts";
import type { MemoriesCall } from "./memories.ts";
import { memoryAt, writtenMemory } from "./memory-at.ts";
import { hasCitations, metadataProblem } from "./metadata.ts";
import { replaceMemory } from "./replace-memory.ts";
import { freeTitle, numberedTitles, titleFrom } from "./title.ts";

type ChangeableParts =
  | "content"
  | "tier"
  | "kind"
  | "priority"
  | "confidence"
  | "tags"
  | "metadata"
  | "sourceUri"
  | "expiresAt"
  | "title"
  | "namespace"
  | "encrypted";

/** What is absent or undefined stays. */
type Changes = { readonly [Part in ChangeableParts]?: MemoryVersion[Part] | undefined };

export interface UpdateRequest {
  /** Whole id. */
  readonly id: string;
  readonly changes: Changes;
  /** Refused when the memory has another version by now. */
  readonly expectedVersion?: number | undefined;
  readonly editSource: EditSource;
  readonly writer: Writer;
}

export type UpdateOutcome =
  | {
      readonly status: "updated" | "unchanged";
      readonly memory: MemoryRow;
      /** Id of the archived version that was replaced. */
      readonly replaced: string | undefined;
      /** A lower tier was asked for and not given. */
      readonly keptTier: boolean;
    }
  | { readonly status: "not_found" }
  | { readonly status: "archived" | "version_conflict"; readonly memory: MemoryRow }
  | { readonly status: "title_taken"; readonly memory: MemoryRow }
  | { readonly status: "metadata_too_large"; readonly problem: string };

/** Changes what is given and archives the version before. Signature and end are kept as `next` says. */
export async function updateMemory(
  store: Store,
  request: UpdateRequest,
  circumstances: Circumstances,
  options: MemoriesCall,
): Promise<UpdateOutcome> {
  const { metadata } = request.changes;
  const problem = metadata === undefined ? undefined : metadataProblem(metadata);
  if (problem !== undefined) return { status: "metadata_too_large", problem };
  return store.write((rows) => updateIn(rows, request, circumstances), options);
}

/** The same within a transaction; its metadata were checked. */
export async function updateIn(
  rows: WritableRows,
  { id, changes, expectedVersion, editSource, writer }: UpdateRequest,
  circumstances: Circumstances,
): Promise<UpdateOutcome> {
  const { now } = circumstances;
  await archiveExpired(rows, now);
  const memory = await memoryAt(rows, id);
  if (memory === undefined) return { status: "not_found" };
  if (memory.archivedAt !== null) return { status: "archived", memory };
  if (expectedVersion !== undefined && expectedVersion !== memory.version)
    return { status: "version_conflict", memory };
  const derived = derivedTitle(memory, changes);
  const changed = nextVersion(memory, { ...changes, title: derived ?? changes.title }, editSource, now);
  // A namesake that was stored while the vault was locked does not keep an encrypted memory from being changed.
  const keepsTitle = memory.encrypted && changed.title === memory.title && changed.namespace === memory.namespace;
  const other = keepsTitle ? undefined : await rows.memories.byTitle(changed.namespace, changed.title, changed.scope);
  const isTaken = other !== undefined && other.id !== id;
  const free = isTaken && derived !== undefined ? await freeTitle(rows, changed.namespace, derived) : undefined;
  if (isTaken && free === undefined) return { status: "title_taken", memory: other };
  const next = free === undefined ? changed : { ...changed, title: free };
  const keptTier = changes.tier !== undefined && changes.tier !== next.tier;
  const replaced = await replaceMemory(rows, memory, next, circumstances);
  const written = await writtenMemory(rows, id);
  const isChanged = replaced !== undefined || written.expiresAt !== memory.expiresAt;
  if (isChanged) await rows.activity.append({ ...writer, at: now, event: "memory_updated", subject: id });
  return { status: isChanged ? "updated" : "unchanged", memory: written, replaced, keptTier };
}

/** The first line of the new content, where the title was that of the old one and the author sets no other. */
function derivedTitle({ title, content }: MemoryRow, changes: Changes): string | undefined {
  if (changes.title !== undefined || changes.content === undefined || changes.content === content) return undefined;
  const first = titleFrom(content);
  return title === first || numberedTitles(first).includes(title) ? titleFrom(changes.content) : undefined;
}

function nextVersion(
  memory: MemoryRow,
  { expiresAt, ...changes }: Changes,
  editSource: EditSource,
  now: number,
): Omit<MemoryVersion, "version"> {
  const next: MemoryRow = {
    ...memory,
    content: changes.content ?? memory.content,
    tier: changes.tier ?? memory.tier,
    kind: changes.kind ?? memory.kind,
    priority: changes.priority ?? memory.priority,
    confidence: changes.confidence ?? memory.confidence,
    tags: changes.tags ?? memory.tags,
    metadata: changes.metadata ?? memory.metadata,
    sourceUri: changes.sourceUri ?? memory.sourceUri,
    title: changes.title ?? memory.title,
    namespace: changes.namespace ?? memory.namespace,
    encrypted: changes.encrypted ?? memory.encrypted,
  };
  const isEdited = Object.values(changes).some((value) => value !== undefined);
  const tier = higherTier(memory.tier, next.tier);
  const life = tier === memory.tier ? lengthened(memory, now) : expiryOf(tier, now);
  return {
    ...next,
    tier,
    cited: hasCitations(next.sourceUri ?? undefined, next.metadata),
    // It covers the version that it came with.
    ...(isEdited ? { signature: null, signedCreatedAt: null } : {}),
    updatedAt: isEdited ? now : memory.updatedAt,
    // An end that is past is now: what was archived a moment ago is not as old to a purge.
    expiresAt: typeof expiresAt === "number" ? Math.max(expiresAt, now) : expiresAt === null ? null : life,
    editSource,
  };
}
