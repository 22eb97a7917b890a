import { randomUUID } from "node:crypto";
import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryFilters } from "../../store/memory-rows.ts";
import type { MemoryEmbeddings } from "../embedding/memory-embeddings.ts";
import type { ServiceOptions } from "../service-options.ts";
import { archiveTotals, collectExpired, endedLately, type ListEnded, listEnded } from "./archived-memories.ts";
import { findMemory, type ListMemories, listMemories, notListed } from "./browse-memories.ts";
import type { TurnRequest } from "./capture-turn.ts";
import { contentCut } from "./content-cut.ts";
import { type ForgetRequest, forgetMemories } from "./forget-memories.ts";
import type { MemoriesCall, RecallRequest, StoreRequest } from "./memories.ts";
import { memoryTotals } from "./memory-totals.ts";
import type { InboxRequest, NewMessage } from "./messages.ts";
import type { OffloadRequest } from "./offload.ts";
import { previewOf } from "./preview.ts";
import { type PromoteRequest, promoteMemory } from "./promote-memory.ts";
import { deleteMemory, type PurgeRequest, purgeArchive, purgeable, removalOf } from "./remove-memories.ts";
import type { ReplayRequest } from "./replay.ts";
import { type RestoreRequest, restoreMemory } from "./restore-memory.ts";
import type { SearchRequest } from "./search-memories.ts";
import type { ShareRequest } from "./share-memory.ts";
import { clearStandard, type SetStandard, setStandard, standardsOf } from "./standards.ts";
import { storeMemory } from "./store-memory.ts";
import { type UpdateRequest, updateMemory } from "./update-memory.ts";
import { useMemory } from "./use-memory.ts";

export type Memories = ReturnType<typeof storedMemories>;

const dayMs = 86_400_000;

interface UsageRequest {
  readonly agentId: string | undefined;
  /** Here and below. */
  readonly namespace: string | undefined;
  readonly limit: number;
}

interface MemoriesOptions extends ServiceOptions {
  /** undefined: recall goes by words. */
  readonly embeddings?: MemoryEmbeddings | undefined;
}

/** Memories that are kept in a store. */
export function storedMemories({ store, clock, embeddings }: MemoriesOptions) {
  const circumstances = () => ({ now: clock(), newId: randomUUID });
  return {
    /** Stores one memory, or returns why not, in one transaction. */
    store: (request: StoreRequest, options: MemoriesCall = {}) => storeMemory(store, request, circumstances(), options),
    /** Finds memories, counts the access and records the recall, where the store can be written. */
    recall: async (request: RecallRequest, options: MemoriesCall = {}) => {
      const now = circumstances();
      // Tables of words, which no other method needs.
      const { recallMemories } = await import("./recall-memories.ts");
      return recallMemories(store, request, now, { ...options, embeddings });
    },
    /** Keeps a turn of a conversation, once. */
    captureTurn: async (request: TurnRequest, options: MemoriesCall = {}) => {
      const now = clock();
      const { captureTurn } = await import("./capture-turn.ts");
      return store.write((rows) => captureTurn(rows, request, now), options);
    },
    /** Sends a message to another agent. */
    notify: async (message: NewMessage, options: MemoriesCall = {}) => {
      const now = circumstances();
      const { sendMessage } = await import("./messages.ts");
      return sendMessage(store, message, now, options);
    },
    inbox: async (request: InboxRequest, options: MemoriesCall = {}) => {
      const now = clock();
      const { readInbox } = await import("./messages.ts");
      return store.write((rows) => readInbox(rows, request, now), options);
    },
    /** The newest message to an agent that no inbox has shown. */
    unreadMessage: async (owner: string) => {
      const now = clock();
      const { unreadMessage } = await import("./messages.ts");
      return store.read((rows) => unreadMessage(rows, owner, now));
    },
    /** Copies a memory for another agent. */
    share: async (request: ShareRequest, options: MemoriesCall = {}) => {
      const now = circumstances();
      const { shareMemory } = await import("./share-memory.ts");
      return store.write((rows) => shareMemory(rows, request, now), options);
    },
    /** Keeps a long text aside. */
    offload: async (request: OffloadRequest, options: MemoriesCall = {}) => {
      const now = circumstances();
      const { offload } = await import("./offload.ts");
      return store.write((rows) => offload(rows, request, now), options);
    },
    /** Such a text, or a part of it. */
    dereference: async (part: { readonly id: string; readonly offset: number }) => {
      const { dereference } = await import("./offload.ts");
      return store.read((rows) => dereference(rows, part, clock()));
    },
    /** Memories that say the rules of namespaces. */
    standards: {
      of: (namespace: string) => store.read((rows) => standardsOf(rows, namespace, clock())),
      set: (request: SetStandard, options: MemoriesCall = {}) =>
        store.write((rows) => setStandard(rows, request, clock()), options),
      clear: (request: Pick<SetStandard, "namespace" | "writer">, options: MemoriesCall = {}) =>
        store.write((rows) => clearStandard(rows, request, clock()), options),
    },
    /** Memories that hold every word. */
    search: async (request: SearchRequest, options: MemoriesCall = {}) => {
      const now = clock();
      const { searchMemories } = await import("./search-memories.ts");
      return store.read((rows) => searchMemories(rows, request, now), options);
    },
    /** Changes parts of a live memory; the version before is archived. */
    update: (request: UpdateRequest, options: MemoriesCall = {}) =>
      updateMemory(store, request, circumstances(), options),
    /** Raises the tier, or copies a memory to a namespace above. */
    promote: (request: PromoteRequest, options: MemoriesCall = {}) =>
      promoteMemory(store, request, circumstances(), options),
    /** Archives what meets the filters; a dry run only finds it. */
    forget: (request: ForgetRequest, options: MemoriesCall = {}) =>
      forgetMemories(store, request, circumstances(), options),
    /** What would go with a memory. */
    removalOf: (id: string) => store.read((rows) => removalOf(rows, id)),
    /** Deletes a memory and its archived versions, from the files too. */
    remove: (id: string, writer: Writer, options: MemoriesCall = {}) =>
      deleteMemory(store, id, writer, circumstances(), options),
    archive: {
      /** What ended, last ended first. */
      list: (request: ListEnded) => listEnded(store, request, clock()),
      totals: () => store.read((rows) => archiveTotals(rows, clock())),
      restore: (request: RestoreRequest, options: MemoriesCall = {}) =>
        restoreMemory(store, request, circumstances(), options),
      /** Archives what has expired; a dry run only finds it. */
      collect: (isDryRun: boolean, options: MemoriesCall = {}) =>
        collectExpired(store, isDryRun, circumstances(), options),
      /** How many a purge would remove, and the first of them. */
      purgeable: (request: PurgeRequest, shown: number) =>
        store.read(async (rows) => {
          const ids = await purgeable(rows, request, clock());
          return { count: ids.length, first: await rows.memories.byIds(ids.slice(0, shown)) };
        }),
      purge: (request: PurgeRequest & { readonly writer: Writer }, options: MemoriesCall = {}) =>
        purgeArchive(store, request, circumstances(), options),
      /** What ended while the agent was away. */
      endedLately: (agent: string, openedAt: number) =>
        store.read((rows) => endedLately(rows, agent, { openedAt, now: clock() })),
    },
    /** How long contents are cut in an answer to a question. */
    contentCut,
    totals: () => store.read((rows) => memoryTotals(rows, clock())),
    /** What agents stored, most first; days begin at midnight UTC. */
    usage: async (request: UsageRequest) => {
      const now = clock();
      const since = now - (now % dayMs);
      const found = await store.read(({ memories }) =>
        memories.usage({ ...request, since, now, limit: request.limit + 1 }),
      );
      return { usage: found.slice(0, request.limit), more: found.length > request.limit };
    },
    /** Turns of conversations that led to a memory. */
    replay: async (request: ReplayRequest) => {
      const { replayTurns } = await import("./replay.ts");
      return store.read((rows) => replayTurns(rows, request, clock()));
    },
    /** Like `find`, for a reader: the use lengthens the life of what ends. */
    use: (text: string) => useMemory(store, text, clock()),
    /** By id, or by the first four characters of it or more; archived ones too. */
    find: (text: string) => findMemory(store, text),
    /** Live ones, newest first. Every filter acts before the limit. */
    list: (request: ListMemories) => listMemories(store, request, clock()),
    /** Encrypted ones that such a list with a term can't look into. */
    notListed: (request: MemoryFilters) => notListed(store, request, clock()),
    /** In the order of the ids; unknown ids are left out, archived ones are not. */
    byIds: (ids: readonly string[]) => store.read(async ({ memories }) => (await memories.byIds(ids)).map(previewOf)),
    /** Live ones that were stored while the task was active, newest first. */
    ofTask: (taskId: string, limit: number) =>
      store.read(async ({ memories }) => (await memories.ofTask(taskId, clock(), limit)).map(previewOf)),
    /** What an agent should know before it starts: the number of live memories, and those last written first. */
    overview: (recentLimit: number, options: MemoriesCall = {}) =>
      store.read(async ({ memories }) => {
        const now = clock();
        const recent = await memories.recent(now, recentLimit);
        return { count: await memories.count(now), recent: recent.map(previewOf) };
      }, options),
  };
}
