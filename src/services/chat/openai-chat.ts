import { jsonIn } from "../../contract/json.ts";
import { BackOff } from "../provider/back-off.ts";
import { memberOf, postJson } from "../provider/post-json.ts";
import { ProviderFailed } from "../provider/provider-failed.ts";
import type { ProviderSettings } from "../provider/provider-settings.ts";
import type { TextModel } from "./text-model.ts";

const maxAnswerBytes = 1024 * 1024;
/** A call waits for it, and has an answer without it. */
const answerMs = 20_000;

export interface ChatOptions {
  /** Milliseconds, from any beginning. */
  readonly clock?: () => number;
  readonly timeLimitMs?: number;
}

/**
 * `POST /v1/chat/completions` as OpenAI has it, and Ollama, LM Studio, vLLM and llama.cpp. After a failure the model is left alone for a
 * while. Of the options of the API none is used that some model refuses: no temperature, no form of the answer, no limit.
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export function openAiChat(
  { url, model, key }: ProviderSettings,
  { clock = () => performance.now(), timeLimitMs = answerMs }: ChatOptions = {},
): TextModel {
  const backOff = new BackOff(clock);
  let lastFailure = "failed";
  return {
    async ask(instruction, texts, signal) {
      signal?.throwIfAborted();
      if (backOff.waitMs > 0) throw new ProviderFailed(lastFailure);
      const messages = [
        { role: "system", content: instruction },
        { role: "user", content: JSON.stringify({ texts }) },
      ];
      const limit = AbortSignal.timeout(timeLimitMs);
      const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
      try {
        const body = JSON.stringify({ model, messages, stream: false });
        const answer = answerIn(await postJson({ url, key, maxAnswerBytes }, body, both));
        backOff.succeeded();
        return answer;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ProviderFailed && !error.isRefused) {
          lastFailure = error.message;
          backOff.failed(error.retryAfterMs);
        }
        throw error;
      }
    },
  };
}

/** The object in what the model says, which may think aloud before it and put marks around it. @returns undefined where there is none */
function answerIn(body: string): unknown {
  const choices = memberOf(jsonIn(body), "choices");
  const content = memberOf(memberOf(Array.isArray(choices) ? choices[0] : undefined, "message"), "content");
  if (typeof content !== "string") throw new ProviderFailed("answered with something else than a message");
  const said = content.slice(content.lastIndexOf("</think>") + 1);
  return jsonIn(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1));
}
