import { setTimeout as wait } from "node:timers/promises";
import { isHostUnavailable } from "../../runtime/errors.ts";
import type { Log } from "../../runtime/ports.ts";
import type { Store } from "../../store/store.ts";
import type { UnembeddedMemory, VectorModel } from "../../store/vector-rows.ts";
import { ProviderFailed } from "../provider/provider-failed.ts";
import { calibrate, calibrationTexts } from "./calibration.ts";
import { type EmbeddedBatch, embedBatch } from "./embed-batch.ts";
import { embeddedQuestion, embeddedText, hashOf } from "./embedded-text.ts";
import type { EmbeddingProvider } from "./embedding-provider.ts";

const batchSize = 32;
/** Memories that are stored one after the other are sent together. */
const gatherMs = 50;
/** A text that the provider does not take is sent again after so long. */
const refusedMs = 60 * 60_000;
/** When the store could not be written. */
const storeRetryMs = 10_000;

/** What a question means; or why that is not known. */
export type AskedMeaning =
  | { readonly model: VectorModel; readonly vector: Float32Array }
  /** Ends the sentence "found by words alone: …"; undefined: the first vectors are still made. */
  | { readonly reason: string | undefined };

/** Makes the vectors of a store's memories in the background. */
export interface MemoryEmbeddings {
  /** Something was written. Never throws and never waits. */
  wake(): void;
  /** @throws the signal's reason */
  meaningOf(context: string, signal?: AbortSignal): Promise<AskedMeaning>;
  /** Ends the running request. What has no vector yet gets it from the next process. */
  close(): Promise<void>;
}

export function memoryEmbeddings(store: Store, provider: EmbeddingProvider, log: Pick<Log, "warn">): MemoryEmbeddings {
  const closing = new AbortController();
  const { signal } = closing;
  /** Ids of memories that the provider does not take. */
  const refused = new Set<string>();
  let running: Promise<void> | undefined;
  let isDue = false;
  let isFailing = false;
  /** The model is the store's, and all memories that were there before it are due or have a vector. */
  let isChosen = false;
  /** The model gives vectors of another length than those of the store, under the same name. */
  let isOtherLength = false;
  /** Why no vector is made any more. */
  let stopped: string | undefined;

  const pause = (ms: number) => wait(ms, undefined, { ref: false, signal });
  const wake = () => {
    isDue = true;
    if (signal.aborted || stopped !== undefined) return;
    running ??= work().finally(() => {
      running = undefined;
      if (isDue) wake();
    });
  };
  const work = async () => {
    try {
      while (isDue && stopped === undefined) {
        await pause(Math.max(gatherMs, provider.waitMs));
        isDue = false;
        await makeAll().catch(failed);
      }
    } catch (error) {
      if (signal.aborted) return;
      stopped = "the vectors of memories can't be made in this process any more";
      log.warn(stopped, { error });
    }
  };
  /** @throws what is neither of the provider nor of the store */
  const failed = async (error: unknown) => {
    const isOfProvider = error instanceof ProviderFailed;
    if (signal.aborted || !(isOfProvider || isHostUnavailable(error))) throw error;
    // Once, not at each attempt.
    if (!isFailing) log.warn("no vectors of memories are made", { reason: reasonOf(error) });
    isFailing = true;
    isDue = true;
    if (!isOfProvider) await pause(storeRetryMs);
  };

  const makeAll = async () => {
    const model = await presentModel();
    if (model === undefined) return replaced();
    const next = () => store.read(({ vectors }) => vectors.due(batchSize, [...refused]), { signal });
    for (let due = await next(); due.length > 0 && stopped === undefined; due = await next()) {
      await make(model, due);
      await pause(provider.intervalMs);
    }
    isFailing = false;
  };
  /** The first time, the provider's model is made the store's and all its memories due. @returns undefined: it is not any more */
  const presentModel = async (): Promise<VectorModel | undefined> => {
    const present = await store.read(({ vectors }) => vectors.model(), { signal });
    const isPresent = present?.name === provider.model;
    if (isChosen && !isPresent) return undefined;
    const model = isPresent && !isOtherLength ? present : await measured();
    if (isOtherLength && model.dimensions !== present?.dimensions) isChosen = false;
    isOtherLength = false;
    while (!isChosen) {
      const isMore = await store.write(
        async ({ vectors }) => {
          const stored = await vectors.model();
          if (stored?.name !== model.name || stored.dimensions !== model.dimensions) await vectors.setModel(model);
          return vectors.queue();
        },
        { signal },
      );
      isChosen = !isMore;
    }
    return model;
  };
  const measured = async (): Promise<VectorModel> => {
    const made = await provider.ofTexts(calibrationTexts, signal);
    const dimensions = made[0]?.length ?? 0;
    const vectors = made.flatMap((vector) => (vector?.length === dimensions ? [vector] : []));
    if (vectors.length < calibrationTexts.length) throw new ProviderFailed("gave fewer vectors than texts");
    if (new Set(vectors.map(String)).size === 1) throw new ProviderFailed("gave one vector for all texts");
    return { name: provider.model, dimensions, ...calibrate(vectors) };
  };
  const make = async (model: VectorModel, due: readonly UnembeddedMemory[]) => {
    const texts = due.map((memory) => {
      const text = embeddedText(memory);
      return { id: memory.id, version: memory.version, text, hash: hashOf(text) };
    });
    const hashes = texts.map(({ hash }) => hash);
    const known = await store.read(({ vectors }) => vectors.known(model.name, hashes), { signal });
    const knownOf = (hash: Uint8Array) => known.get(Buffer.from(hash).toString("hex"));
    const unknown = texts.filter(({ hash }) => knownOf(hash) === undefined);
    const made =
      unknown.length === 0
        ? nothing
        : await embedBatch(provider, unknown, { signal, pause: () => pause(provider.intervalMs) });
    for (const id of made.refused) refuse(id);
    if (made.refused.length > 0)
      log.warn("the embedding provider refuses memories", { reason: made.reason, memories: made.refused });
    const vectors = texts.flatMap(({ id, version, hash }) => {
      const vector = knownOf(hash) ?? made.vectors.get(id);
      return vector === undefined ? [] : { id, version, hash, vector };
    });
    const other = vectors.find(({ vector }) => vector.length !== model.dimensions);
    if (other !== undefined) {
      isOtherLength = true;
      throw new ProviderFailed(lengthFailure(other.vector, model));
    }
    if (!(await store.write((rows) => rows.vectors.insert(model, vectors), { signal }))) replaced();
  };
  const refuse = (id: string) => {
    refused.add(id);
    pause(refusedMs).then(
      () => {
        refused.delete(id);
        wake();
      },
      () => undefined,
    );
  };
  const replaced = () => {
    stopped = replacedByOther;
    log.warn(stopped, { model: provider.model });
  };

  return {
    wake,
    async meaningOf(context, callSignal) {
      const options = callSignal === undefined ? {} : { signal: callSignal };
      const { model, pending } = await store.read(
        async ({ vectors }) => ({ model: await vectors.model(), pending: await vectors.pending() }),
        options,
      );
      // Another process may have stored something.
      if (pending > 0 || !isChosen) wake();
      if (stopped !== undefined) return { reason: stopped };
      if (model?.name !== provider.model) {
        if (isChosen) return { reason: replacedByOther };
        return { reason: isFailing ? "no vectors of memories could be made yet" : undefined };
      }
      try {
        const vector = await provider.ofQuestion(embeddedQuestion(context), callSignal);
        if (vector.length === model.dimensions) return { model, vector };
        isOtherLength = true;
        wake();
        return { reason: `the embedding provider ${lengthFailure(vector, model)}` };
      } catch (error) {
        if (error instanceof ProviderFailed) return { reason: reasonOf(error) };
        throw error;
      }
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

const replacedByOther = "another process uses another embedding model for this database";
const nothing: EmbeddedBatch = { vectors: new Map(), refused: [] };

function reasonOf(error: Error): string {
  return error instanceof ProviderFailed ? `the embedding provider ${error.message}` : error.message;
}

function lengthFailure({ length }: { readonly length: number }, { dimensions }: VectorModel): string {
  return `gave a vector of ${length} dimensions instead of ${dimensions}`;
}
