import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { Stage } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";

/** Hides secrets in answers that report an error: a message of another service may quote the request with its token. */
export function maskSecrets<Deps>(mask: (text: string) => string): Stage<Deps> {
  return { leave: (_call, answer) => maskedAnswer(answer, mask) };
}

function maskedAnswer(answer: CallAnswer, mask: (text: string) => string): CallAnswer {
  if (answer.kind === "protocol-error") {
    const data = answer.data === undefined ? {} : { data: maskedJson(answer.data, mask) };
    return { ...answer, message: mask(answer.message), ...data };
  }
  if (answer.result.isError !== true) return answer;
  const { content, structuredContent, _meta } = answer.result;
  const texts = content.map((block) => (block.type === "text" ? { ...block, text: mask(block.text) } : block));
  const structured =
    structuredContent === undefined ? {} : { structuredContent: maskedObject(structuredContent, mask) };
  const meta = _meta === undefined ? {} : { _meta: maskedObject(_meta, mask) };
  return { kind: "result", result: { ...answer.result, content: texts, ...structured, ...meta } };
}

function maskedJson(value: Json, mask: (text: string) => string): Json {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskedJson(item, mask));
  return isJsonObject(value) ? maskedObject(value, mask) : value;
}

function maskedObject(value: JsonObject, mask: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskedJson(item, mask)]));
}
