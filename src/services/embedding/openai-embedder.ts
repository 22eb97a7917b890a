import { jsonIn } from "../../contract/json.ts";
import { textWithin } from "../../contract/text-within.ts";
import { type Embedder, EmbeddingFailed } from "./embedder.ts";
import type { EmbeddingSettings } from "./embedding-settings.ts";

const maxAnswerBytes = 64 * 1024 * 1024;
const maxMessage = 200;
/** What says that these texts are not taken; any other refusal is of the provider. */
const refusals = [400, 413, 422];
const maxRetryAfterMs = 15 * 60_000;

/**
 * `POST /v1/embeddings` as OpenAI has it, and Ollama, LM Studio, vLLM and llama.cpp.
 * @see https://platform.openai.com/docs/api-reference/embeddings/create
 */
export function openAiEmbedder({ url, model, key, dimensions }: EmbeddingSettings): Embedder {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const withoutKey = (text: string) => (key === undefined ? text : text.replaceAll(key, "…"));
  return {
    model: dimensions === undefined ? model : `${model} with ${dimensions} dimensions`,
    async embed(texts, signal) {
      const body = JSON.stringify({ model, input: texts, ...(dimensions === undefined ? {} : { dimensions }) });
      const headers = { "content-type": "application/json", accept: "application/json", ...authorization };
      const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" }).catch((error) => {
        throw new EmbeddingFailed(failureOf(error, signal), { cause: error });
      });
      const text = await textWithin(response.body ?? [], maxAnswerBytes).catch((error) => {
        throw new EmbeddingFailed(failureOf(error, signal), { cause: error });
      });
      if (text === undefined) throw new EmbeddingFailed(`answered with more than ${maxAnswerBytes} bytes`);
      if (!response.ok) throw refusal(response, withoutKey(messageOf(text)));
      return vectorsOf(text, texts.length);
    },
  };
}

function failureOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "did not answer in time";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  return cause === "" ? "can't be reached" : `can't be reached: ${cause.slice(0, maxMessage)}`;
}

function refusal(response: Response, message: string): EmbeddingFailed {
  const seconds = Number(response.headers.get("retry-after") ?? "");
  const said = message === "" ? "" : `: ${message}`;
  return new EmbeddingFailed(`answered ${response.status}${said}`, {
    isRefused: refusals.includes(response.status),
    retryAfterMs: seconds > 0 ? Math.min(maxRetryAfterMs, seconds * 1_000) : 0,
  });
}

/** The message of an error of this API; other bodies are pages for people. */
function messageOf(text: string): string {
  const error = memberOf(jsonIn(text), "error");
  const message = typeof error === "string" ? error : memberOf(error, "message");
  return typeof message === "string"
    ? message
        .replaceAll(/[\p{C}\s]+/gu, " ")
        .trim()
        .slice(0, maxMessage)
    : "";
}

/** @throws EmbeddingFailed for an answer that is not one of this API */
function vectorsOf(text: string, count: number): readonly (Float32Array | undefined)[] {
  const data = memberOf(jsonIn(text), "data");
  if (!Array.isArray(data)) throw new EmbeddingFailed("answered with something else than embeddings");
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const [place, each] of data.entries()) {
    const index = memberOf(each, "index") ?? place;
    const vector = unitVector(memberOf(each, "embedding"));
    if (typeof index === "number" && index in vectors && vector !== undefined) vectors[index] = vector;
  }
  if (vectors.every((vector) => vector === undefined)) {
    throw new EmbeddingFailed("answered without a usable vector", { isRefused: true });
  }
  return vectors;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** @returns undefined for what does not point anywhere: other values than numbers, none at all, zeros */
function unitVector(value: unknown): Float32Array | undefined {
  if (!Array.isArray(value) || !value.every((each) => typeof each === "number")) return undefined;
  const length = Math.hypot(...value);
  return length > 0 && Number.isFinite(length) ? Float32Array.from(value, (each: number) => each / length) : undefined;
}
