import { isJsonObject, type Json, type JsonObject, jsonIn } from "../../contract/json.ts";
import { textWithin } from "../../contract/text-within.ts";
import { isThisMachine } from "../../contract/this-machine.ts";
import { runChild } from "../../process/run-child.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Answers what servers ask a model. */
export interface Sampler {
  /** "the model 'x' at host", "the program 'y'". */
  readonly title: string;
  /** @throws Error with what is wrong, without secrets */
  answer(params: JsonObject): Promise<{ readonly model: string; readonly text: string }>;
}

const maxAnswerMs = 120_000;
const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * The base address of an API of OpenAI's form, or a program that reads the request as JSON and prints the answer.
 * @throws CliError for what can't be meant
 */
export function readSampler({ env, cwd }: Pick<Terminal, "env" | "cwd">, named: string): Sampler {
  if (!/^https?:\/\//i.test(named)) return program(named, cwd);
  const model = env.PEGBOARD_SAMPLER_MODEL ?? "";
  const url = URL.canParse(named) ? new URL(named) : undefined;
  if (url === undefined || url.username !== "") throw new CliError("the sampler is not an address without a user name");
  if (model === "") throw new CliError("PEGBOARD_SAMPLER_MODEL names the model of the sampler's API; it is not set");
  const key = env.PEGBOARD_SAMPLER_KEY || undefined;
  if (key !== undefined && url.protocol !== "https:" && !isThisMachine(url.hostname)) {
    throw new CliError("PEGBOARD_SAMPLER_KEY is sent over https or to this machine only");
  }
  return chatApi(url, model, key);
}

function program(command: string, cwd: string): Sampler {
  return {
    title: `the program '${command}'`,
    async answer(params) {
      const signal = AbortSignal.timeout(maxAnswerMs);
      const stdin = `${JSON.stringify(params)}\n`;
      const ended = await runChild(command, [], { cwd, stdin, signal, maxOutputBytes: maxAnswerBytes });
      if (ended.code !== 0) throw new Error(`ended with exit code ${ended.code ?? ended.signal}`);
      return { model: command, text: ended.stdout.toString("utf8").trim() };
    },
  };
}

/** @see https://platform.openai.com/docs/api-reference/chat/create */
function chatApi(base: URL, model: string, key: string | undefined): Sampler {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "")}/chat/completions`;
  return {
    title: `the model '${model}' at ${url.host}`,
    async answer(params) {
      const headers = {
        "content-type": "application/json",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      };
      const signal = AbortSignal.timeout(maxAnswerMs);
      const body = JSON.stringify({ model, ...chatRequest(params) });
      const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
      const text = await textWithin(response.body ?? [], maxAnswerBytes);
      if (!response.ok) throw new Error(`answered ${response.status}`);
      const answer = jsonIn(text ?? "");
      const choices = isJsonObject(answer) && Array.isArray(answer.choices) ? answer.choices : [];
      const message = isJsonObject(choices[0]) ? choices[0].message : undefined;
      if (!isJsonObject(message) || typeof message.content !== "string") throw new Error("answered without a text");
      return { model, text: message.content };
    },
  };
}

function chatRequest({ systemPrompt, messages, maxTokens, temperature, stopSequences }: JsonObject): JsonObject {
  const system: Json[] = typeof systemPrompt === "string" ? [{ role: "system", content: systemPrompt }] : [];
  const asked = textMessages(messages).map(({ role, text }): Json => ({ role, content: text }));
  return {
    messages: [...system, ...asked],
    ...(typeof maxTokens === "number" && { max_tokens: maxTokens }),
    ...(typeof temperature === "number" && { temperature }),
    ...(Array.isArray(stopSequences) && { stop: stopSequences }),
  };
}

export interface TextMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** @throws Error for what is not text: an image that is left out would change the question */
export function textMessages(messages: Json | undefined): readonly TextMessage[] {
  return (Array.isArray(messages) ? messages : []).map((message) => {
    const { role, content } = isJsonObject(message) ? message : {};
    const blocks = Array.isArray(content) ? content : [content];
    const texts = blocks.map((block) => {
      if (isJsonObject(block) && block.type === "text" && typeof block.text === "string") return block.text;
      throw new Error("only texts can be answered here");
    });
    return { role: role === "assistant" ? "assistant" : "user", text: texts.join("\n") };
  });
}
