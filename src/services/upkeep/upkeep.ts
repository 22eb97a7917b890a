import { randomUUID } from "node:crypto";
import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ObservationFilter } from "../../store/recall-rows.ts";
import type { Asked, TextModel, TextQuestion } from "../chat/text-model.ts";
import type { MemoriesCall } from "../memories/memories.ts";
import type { ServiceOptions } from "../service-options.ts";
import type { AtomiseRequest } from "./atomise.ts";
import type { DuplicateRequest } from "./check-duplicate.ts";
import type { ConsolidateRequest } from "./consolidate.ts";
import type { FirstRequest } from "./first-memories.ts";
import { notSent } from "./not-sent.ts";
import type { TagRequest } from "./tag-memory.ts";

// Keeps memories in order, by their words alone; where a chat model is set up, that is asked first. Each part is loaded by the first call
// that needs it.

export type Upkeep = ReturnType<typeof storedUpkeep>;

/** How something was made. */
export interface MadeBy {
  readonly method: "words" | "model";
  /** Why a chat model that is set up was of no use: ends the sentence "made by words alone: …". */
  readonly wordsAlone?: string;
}

export interface UpkeepOptions extends ServiceOptions {
  /** undefined: none is set up, and nothing is sent anywhere. */
  readonly model?: TextModel | undefined;
}

type ComparedMemory = Pick<MemoryRow, "title" | "content" | "encrypted" | "locked">;

export function storedUpkeep({ store, clock, model }: UpkeepOptions) {
  const circumstances = () => ({ now: clock(), newId: randomUUID });
  const ask = async <Value>(
    question: (questions: typeof import("../chat/text-questions.ts")) => TextQuestion<Value>,
    signal: AbortSignal | undefined,
  ): Promise<Asked<Value>> => {
    if (model === undefined) return {};
    const [{ askModel }, questions] = await Promise.all([
      import("../chat/text-model.ts"),
      import("../chat/text-questions.ts"),
    ]);
    return askModel(model, question(questions), signal);
  };
  return {
    /** The memory that is most like a text. */
    checkDuplicate: async (request: DuplicateRequest, options: MemoriesCall = {}) => {
      const { now } = circumstances();
      const { checkDuplicate } = await import("./check-duplicate.ts");
      return store.read((rows) => checkDuplicate(rows, request, now), options);
    },
    /** Stores one memory in place of several, or returns why not. */
    consolidate: async (request: ConsolidateRequest, options: MemoriesCall = {}) => {
      const { consolidate, proposedSummary } = await import("./consolidate.ts");
      const asked = await proposedSummary(store, model, request, options.signal);
      const now = circumstances();
      const outcome = await store.write((rows) => consolidate(rows, request, now, asked.value), options);
      return { ...outcome, ...reasonOf(asked) };
    },
    /** Stores a memory in small parts and archives it. */
    atomise: async (request: AtomiseRequest, options: MemoriesCall = {}) => {
      const now = circumstances();
      const { atomise } = await import("./atomise.ts");
      return store.write((rows) => atomise(rows, request, now), options);
    },
    /** Brings back what a memory was made of. */
    undoConsolidation: async (id: string, writer: Writer, options: MemoriesCall = {}) => {
      const { now } = circumstances();
      const { undoConsolidation } = await import("./undo-consolidation.ts");
      return store.write((rows) => undoConsolidation(rows, id, writer, now), options);
    },
    /** Words that may stand for those of a query. */
    expand: async (query: string, options: MemoriesCall = {}) => {
      const { expandQuery, termsBeside } = await import("./expand-query.ts");
      const asked = await ask(({ expansionQuestion }) => expansionQuestion(query), options.signal);
      const terms =
        asked.value === undefined
          ? await store.read((rows) => expandQuery(rows, query), options)
          : termsBeside(query, asked.value);
      return { terms, ...madeBy(asked) };
    },
    /** What recalls have shown, latest first. */
    observations: async ({ limit, ...filter }: ObservationFilter) => {
      const rows = await store.read(({ recalls }) => recalls.observations({ ...filter, limit: limit + 1 }));
      return { found: rows.slice(0, limit), more: rows.length > limit };
    },
    /** The memories to begin with, and what they are about. */
    first: async (request: FirstRequest, options: MemoriesCall = {}) => {
      const { now } = circumstances();
      const { firstMemories } = await import("./first-memories.ts");
      return store.read((rows) => firstMemories(rows, request, now), options);
    },
    /**
     * How two memories contradict each other; undefined: nothing was found.
     * @throws what the keyring refuses with, where one can't be opened
     */
    contradiction: async (a: ComparedMemory, b: ComparedMemory, options: MemoriesCall = {}) => {
      await store.read(async ({ vault }) => vault.requireOpen([a, b]), options);
      const asked =
        model !== undefined && (a.encrypted || b.encrypted)
          ? notSent
          : await ask(({ contradictionQuestion }) => contradictionQuestion(a.content, b.content), options.signal);
      if (asked.value !== undefined) {
        const { sentences } = asked.value;
        const found = sentences === undefined ? undefined : ({ reason: "meaning", sentences } as const);
        return { found, ...madeBy(asked) };
      }
      const { contradictionBetween } = await import("./contradiction.ts");
      return { found: contradictionBetween(a.content, b.content), ...madeBy(asked) };
    },
    /** Adds telling words of a memory to its tags. */
    tag: async (request: TagRequest, options: MemoriesCall = {}) => {
      const { tagMemory } = await import("./tag-memory.ts");
      const [memory] = model === undefined ? [] : await store.read(({ memories }) => memories.byIds([request.id]));
      const asked =
        memory === undefined || memory.archivedAt !== null || memory.encrypted
          ? {}
          : await ask(({ tagQuestion }) => tagQuestion(memory.title, memory.content), options.signal);
      const proposed =
        memory === undefined || asked.value === undefined ? undefined : { version: memory.version, tags: asked.value };
      const now = circumstances();
      const outcome = await store.write((rows) => tagMemory(rows, request, now, proposed), options);
      return { ...outcome, ...reasonOf(asked) };
    },
  };
}

function madeBy(asked: Asked<unknown>): MadeBy {
  return { method: asked.value === undefined ? "words" : "model", ...reasonOf(asked) };
}

function reasonOf({ wordsAlone }: Asked<unknown>): Pick<MadeBy, "wordsAlone"> {
  return wordsAlone === undefined ? {} : { wordsAlone };
}
