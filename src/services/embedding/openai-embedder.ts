import { jsonIn } from "../../contract/json.ts";
import { memberOf, postJson } from "../provider/post-json.ts";
import { ProviderFailed } from "../provider/provider-failed.ts";
import type { Embedder } from "./embedder.ts";
import type { EmbeddingSettings } from "./embedding-settings.ts";

const maxAnswerBytes = 64 * 1024 * 1024;

/**
 * `POST /v1/embeddings` as OpenAI has it, and Ollama, LM Studio, vLLM and llama.cpp.
 * @see https://platform.openai.com/docs/api-reference/embeddings/create
 */
export function openAiEmbedder({ url, model, key, dimensions }: EmbeddingSettings): Embedder {
  return {
    model: dimensions === undefined ? model : `${model} with ${dimensions} dimensions`,
    async embed(texts, signal) {
      const body = JSON.stringify({ model, input: texts, ...(dimensions === undefined ? {} : { dimensions }) });
      const text = await postJson({ url, key, maxAnswerBytes }, body, signal);
      return vectorsOf(text, texts.length);
    },
  };
}

/** @throws ProviderFailed for an answer that is not one of this API */
function vectorsOf(text: string, count: number): readonly (Float32Array | undefined)[] {
  const data = memberOf(jsonIn(text), "data");
  if (!Array.isArray(data)) throw new ProviderFailed("answered with something else than embeddings");
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const [place, each] of data.entries()) {
    const index = memberOf(each, "index") ?? place;
    const vector = unitVector(memberOf(each, "embedding"));
    if (typeof index === "number" && index in vectors && vector !== undefined) vectors[index] = vector;
  }
  if (vectors.every((vector) => vector === undefined)) {
    throw new ProviderFailed("answered without a usable vector", { isRefused: true });
  }
  return vectors;
}

/** @returns undefined for what does not point anywhere: other values than numbers, none at all, zeros */
function unitVector(value: unknown): Float32Array | undefined {
  if (!Array.isArray(value) || !value.every((each) => typeof each === "number")) return undefined;
  const length = Math.hypot(...value);
  return length > 0 && Number.isFinite(length) ? Float32Array.from(value, (each: number) => each / length) : undefined;
}
