import { BackOff } from "../provider/back-off.ts";
import { ProviderFailed } from "../provider/provider-failed.ts";
import type { Embedder } from "./embedder.ts";

/** A question is asked again with the next page, other filters, other words beside it. */
const rememberedQuestions = 100;
/** A recall does not wait longer for what only makes it better. */
const questionMs = 1_000;
const batchMs = 30_000;

/** One embedding provider of the process, for the databases of all organisations. */
export interface EmbeddingProvider {
  readonly model: string;
  /** Least time between two requests in the background, in milliseconds. */
  readonly intervalMs: number;
  /** Milliseconds until texts of memories may be sent; 0: now. */
  readonly waitMs: number;
  /**
   * Vectors of memories' texts.
   * @throws ProviderFailed; the signal's reason
   */
  ofTexts(texts: readonly string[], signal: AbortSignal): Promise<readonly (Float32Array | undefined)[]>;
  /**
   * The vector of a question, in a second or not at all; after failures the provider is not asked for a while.
   * @throws ProviderFailed; the signal's reason
   */
  ofQuestion(text: string, signal?: AbortSignal): Promise<Float32Array>;
}

export interface ProviderOptions {
  readonly perMinute: number;
  /** Milliseconds, from any beginning. */
  readonly clock?: () => number;
}

export function embeddingProvider(
  embedder: Embedder,
  { perMinute, clock = () => performance.now() }: ProviderOptions,
): EmbeddingProvider {
  // Apart: one that makes vectors in the background in ten seconds is too slow for every question.
  const backOffs = { texts: new BackOff(clock), question: new BackOff(clock) };
  const questions = new Map<string, Float32Array>();
  let lastFailure = "failed";
  const ask = async (
    kind: keyof typeof backOffs,
    texts: readonly string[],
    limitMs: number,
    signal: AbortSignal | undefined,
  ) => {
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(limitMs);
    try {
      const vectors = await embedder.embed(texts, signal === undefined ? limit : AbortSignal.any([signal, limit]));
      backOffs[kind].succeeded();
      return vectors;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ProviderFailed && !error.isRefused) {
        lastFailure = error.message;
        backOffs[kind].failed(error.retryAfterMs);
      }
      throw error;
    }
  };
  return {
    model: embedder.model,
    intervalMs: 60_000 / perMinute,
    get waitMs() {
      return backOffs.texts.waitMs;
    },
    ofTexts: (texts, signal) => ask("texts", texts, batchMs, signal),
    async ofQuestion(text, signal) {
      const known = questions.get(text);
      if (known !== undefined) return known;
      if (Math.max(backOffs.texts.waitMs, backOffs.question.waitMs) > 0) throw new ProviderFailed(lastFailure);
      const [vector] = await ask("question", [text], questionMs, signal);
      if (vector === undefined) throw new ProviderFailed("answered without a usable vector");
      const [oldest] = questions.keys();
      if (questions.size >= rememberedQuestions && oldest !== undefined) questions.delete(oldest);
      questions.set(text, vector);
      return vector;
    },
  };
}
