import type { Json, JsonObject } from "../../contract/json.ts";
import type { Writer } from "../../store/activity-rows.ts";
import { consolidation, type LinkChange } from "../../store/evolution-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { Store, WritableRows } from "../../store/store.ts";
import type { Asked, TextModel } from "../chat/text-model.ts";
import { linkMemories } from "../graph/link.ts";
import { archiveExpired } from "../memories/archive-expired.ts";
import { narrowestScope, shared } from "../memories/made-of.ts";
import { writtenMemory } from "../memories/memory-at.ts";
import { hasCitations, metadataProblem } from "../memories/metadata.ts";
import { previewOf } from "../memories/preview.ts";
import { taskBehind } from "../memories/task-behind.ts";
import type { Circumstances } from "../service-options.ts";
import { notSent } from "./not-sent.ts";
import { type Summary, summaryOf } from "./summarize.ts";

export interface ConsolidateRequest {
  /** Whole ids, two or more, each once. */
  readonly ids: readonly string[];
  readonly title: string;
  /** undefined: it is made of the sources. */
  readonly summary: string | undefined;
  /** undefined: the one that all sources share, else `global`. */
  readonly namespace: string | undefined;
  /** undefined: the writer's agent. */
  readonly agentId: string | undefined;
  readonly writer: Writer;
}

export type ConsolidateOutcome =
  | {
      readonly status: "consolidated";
      readonly memory: MemoryRow;
      /** The beginning of the summary on one line. */
      readonly preview: string;
      readonly method: "given" | "words" | "model";
      /** What the summary lacks of the sources is in the archive alone. */
      readonly isCut: boolean;
      /** The metadata of the sources were together too large, and were left out. */
      readonly lacksMetadata: boolean;
    }
  | { readonly status: "not_found"; readonly id: string }
  | { readonly status: "archived" | "title_taken"; readonly memory: MemoryRow }
  /** A source is private, and the `agentId` not the writer. */
  | { readonly status: "private_owner" };

const maxTags = 50;
const linkReason = "consolidated";

/** What a model says in place of some memories. */
export interface ProposedSummary extends Summary {
  /** Version of each source, in their order. */
  readonly versions: readonly number[];
}

/** Asks a model for a summary where none is given, outside of any transaction. */
export async function proposedSummary(
  store: Store,
  model: TextModel | undefined,
  { ids, summary }: Pick<ConsolidateRequest, "ids" | "summary">,
  signal: AbortSignal | undefined,
): Promise<Asked<ProposedSummary>> {
  if (model === undefined || summary !== undefined) return {};
  const sources = await store.read(({ memories }) => memories.byIds(ids));
  if (sources.length < ids.length || sources.some(({ archivedAt }) => archivedAt !== null)) return {};
  if (sources.some(({ encrypted }) => encrypted)) return notSent;
  const [{ askModel }, { summaryQuestion }] = await Promise.all([
    import("../chat/text-model.ts"),
    import("../chat/text-questions.ts"),
  ]);
  const question = summaryQuestion(sources.map(({ content }) => content));
  const { value: text, ...rest } = await askModel(model, question, signal);
  if (text === undefined) return rest;
  return { value: { text, isCut: question.isCut, versions: sources.map(({ version }) => version) } };
}

/** Archives the sources, stores one memory in their place and links it to each, or changes nothing. */
export async function consolidate(
  rows: WritableRows,
  { ids, title, summary, writer, ...given }: ConsolidateRequest,
  circumstances: Circumstances,
  proposed?: ProposedSummary,
): Promise<ConsolidateOutcome> {
  const { now, newId } = circumstances;
  await archiveExpired(rows, now);
  const sources = await rows.memories.byIds(ids);
  const missing = ids.find((id) => !sources.some((source) => source.id === id));
  if (missing !== undefined) return { status: "not_found", id: missing };
  const ended = sources.find(({ archivedAt }) => archivedAt !== null);
  if (ended !== undefined) return { status: "archived", memory: ended };

  const namespace = given.namespace ?? shared(sources.map((source) => source.namespace)) ?? "global";
  const scope = narrowestScope(sources);
  const agentId = given.agentId ?? writer.agent;
  if (scope === "private" && agentId !== writer.agent) return { status: "private_owner" };
  const taken = await rows.memories.byTitle(namespace, title, scope);
  if (taken !== undefined && !ids.includes(taken.id)) return { status: "title_taken", memory: taken };

  rows.vault.requireOpen(sources);

  const isProposed = sources.every(({ version }, index) => version === proposed?.versions[index]);
  const ownSummary = () => (isProposed ? proposed : undefined) ?? summaryOf(sources.map(({ content }) => content));
  const made = summary === undefined ? ownSummary() : undefined;
  const method = made === undefined ? "given" : made === proposed ? "model" : "words";
  const sourceUri = shared(sources.map((source) => source.sourceUri)) ?? null;
  const { metadata, lacksMetadata } = metadataOf(sources);
  const id = newId();
  await rows.archive.archive(ids, "replaced", now);
  await rows.memories.insert({
    id,
    namespace,
    title,
    content: made?.text ?? summary ?? "",
    tier: "long",
    kind: shared(sources.map(({ kind }) => kind)) ?? "observation",
    scope,
    source: "consolidation",
    priority: Math.max(...sources.map(({ priority }) => priority)),
    confidence: Math.min(...sources.map(({ confidence }) => confidence)),
    tags: tagsOf(sources),
    sourceUri,
    cited: hasCitations(sourceUri ?? undefined, metadata),
    metadata,
    signature: null,
    signedCreatedAt: null,
    agentId,
    createdAt: now,
    updatedAt: now,
    expiresAt: null,
    writtenBy: writer.agent,
    session: writer.session,
    taskId: await taskBehind(rows, namespace, writer.agent),
    encrypted: sources.some((source) => source.encrypted),
  });
  const log = { ...writer, at: now };
  for (const subject of ids) await rows.activity.append({ ...log, event: "memory_archived", subject });
  await rows.activity.append({ ...log, event: "memory_created", subject: id });
  const changes: LinkChange[] = [];
  for (const targetId of ids) {
    const link = { sourceId: id, targetId, relation: "derived_from", reason: linkReason, writer } as const;
    const outcome = await linkMemories(rows, link, circumstances);
    if (outcome.status !== "created") throw new Error(`invariant: ${id} is new, but its link is '${outcome.status}'`);
    changes.push({ linkId: outcome.link.id, before: null, after: outcome.link.strength });
  }
  await rows.evolutions.insert({ id, trigger: consolidation, createdBy: writer.agent, createdAt: now }, changes);
  const memory = await writtenMemory(rows, id);
  const { preview } = previewOf(memory);
  return { status: "consolidated", memory, preview, method, isCut: made?.isCut ?? false, lacksMetadata };
}

/** In the order of the sources; two that differ only in letter case are one. */
function tagsOf(sources: readonly MemoryRow[]): readonly string[] {
  const known = new Map<string, string>();
  for (const tag of sources.flatMap(({ tags }) => tags)) {
    const folded = tag.normalize("NFKC").toLowerCase();
    if (!known.has(folded)) known.set(folded, tag);
  }
  return [...known.values()].slice(0, maxTags);
}

/** Those of all sources, the later ones before the earlier, and who wrote them. */
function metadataOf(sources: readonly MemoryRow[]): { readonly metadata: JsonObject; readonly lacksMetadata: boolean } {
  const agents: readonly Json[] = [...new Set(sources.map(({ agentId }) => agentId))];
  const own = { consolidated_from_agents: agents };
  const metadata: JsonObject = Object.fromEntries([
    ...sources.flatMap((source) => Object.entries(source.metadata)),
    ...Object.entries(own),
  ]);
  const lacksMetadata = metadataProblem(metadata) !== undefined;
  return { metadata: lacksMetadata ? own : metadata, lacksMetadata };
}
