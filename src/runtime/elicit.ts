import { explain } from "../contract/explain.ts";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { limits } from "../contract/limits.ts";
import { ownValue } from "../contract/own-property.ts";
import { clip } from "../contract/utf8.ts";
import type { ToolCall } from "./call-state.ts";
import type { FormField, FormFields, SampleRequest, Written } from "./elicit-types.ts";
import { ReplyInvalid, SamplingUnavailable } from "./errors.ts";
import { oneLine } from "./middleware/question.ts";
import type { Reply } from "./reply.ts";

// Loaded by the first handler that asks.

interface AnyQuestion {
  readonly message: string;
  readonly fields?: FormFields;
  readonly url?: string;
}

interface AnyReply {
  readonly reply: Reply;
  readonly values?: JsonObject;
}

/** @throws ReplyInvalid the values don't fit the form; @throws TypeError the address is none that a client opens */
export async function elicit(request: ToolCall, question: AnyQuestion): Promise<AnyReply> {
  const { fields, url } = question;
  const message = clip(oneLine(question.message), limits.questionLength);
  if (url !== undefined) {
    checkAddress(url);
    return { reply: replyOf(await request.url?.({ message, url })) };
  }
  const schema = formSchema(fields ?? {});
  const answer = await request.form?.ask({ message, requestedSchema: schema as JsonObject });
  const reply = replyOf(answer);
  return reply === "accepted" ? { reply, values: valuesOf(schema, answer?.content ?? {}) } : { reply };
}

/** @throws SamplingUnavailable */
export async function sample(request: ToolCall, wanted: SampleRequest): Promise<Written> {
  if (request.sample === undefined) throw new SamplingUnavailable("the client does not let its model write for tools");
  const { prompt, system, maxTokens, temperature } = wanted;
  const messages = typeof prompt === "string" ? [{ role: "user", text: prompt } as const] : prompt;
  const written = await request.sample({
    messages: messages.map(({ role, text }) => ({ role, content: { type: "text", text } })),
    maxTokens,
    ...(system === undefined ? {} : { systemPrompt: system }),
    ...(temperature === undefined ? {} : { temperature }),
  });
  if (written === undefined) throw new SamplingUnavailable("the client's model has written nothing");
  const { model, stopReason } = written;
  const blocks = [written.content ?? []].flat();
  return {
    text: blocks.map(blockText).join(""),
    model: typeof model === "string" ? model : "",
    ...(typeof stopReason === "string" ? { stopReason } : {}),
  };
}

function blockText(block: Json): string {
  return isJsonObject(block) && block.type === "text" && typeof block.text === "string" ? block.text : "";
}

const replies: { readonly [action: string]: Reply } = { accept: "accepted", decline: "declined" };

function replyOf(answer: JsonObject | undefined): Reply {
  return answer === undefined ? "unavailable" : (ownValue(replies, String(answer.action)) ?? "cancelled");
}

function checkAddress(text: string): void {
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  if (protocol !== "https:" && !(protocol === "http:" && isLocal)) {
    throw new TypeError("call.elicit: the address must begin with https://, or with http:// on this machine");
  }
  if (username !== "" || password !== "") throw new TypeError("call.elicit: the address must not hold a password");
}

function formSchema(fields: FormFields): JsonSchema {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => field.required === true).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function fieldSchema(field: FormField): JsonSchema {
  const { title, description } = field;
  const facts = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(field.default === undefined ? {} : { default: field.default }),
  };
  switch (field.type) {
    case "enum":
      return { type: "string", ...facts, enum: field.values };
    case "string": {
      const { minLength, maxLength, format } = field;
      return {
        type: "string",
        ...facts,
        ...(minLength === undefined ? {} : { minLength }),
        ...(maxLength === undefined ? {} : { maxLength }),
        ...(format === undefined ? {} : { format }),
      };
    }
    case "boolean":
      return { type: "boolean", ...facts };
    default: {
      const { type, min, max } = field;
      return {
        type,
        ...facts,
        ...(min === undefined ? {} : { minimum: min }),
        ...(max === undefined ? {} : { maximum: max }),
      };
    }
  }
}

/** The declared values of what the client sent, which is checked as arguments are. */
function valuesOf(schema: JsonSchema, content: Json): JsonObject {
  const violations = explain(schema, content);
  if (violations.length > 0 || !isJsonObject(content)) throw new ReplyInvalid(violations);
  return Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(schema.properties ?? {}, name)));
}
