import { explain } from "../contract/explain.ts";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { limits } from "../contract/limits.ts";
import { ownValue } from "../contract/own-property.ts";
import { clip } from "../contract/utf8.ts";
import type { Asked } from "./call-state.ts";
import type { FormField, FormFields, Named, Root, SampleRequest, Written } from "./elicit-types.ts";
import { ReplyInvalid, RootsUnavailable, SamplingUnavailable } from "./errors.ts";
import { oneLine, questionOf } from "./middleware/question.ts";
import type { Reply } from "./reply.ts";

// Loaded by the first handler that asks.

export interface AnyQuestion extends Named {
  readonly message: string;
  readonly fields?: FormFields;
  readonly url?: string;
}

interface AnyReply {
  readonly reply: Reply;
  readonly values?: JsonObject;
}

/** Loaded with the others, so that questions that are put at once are put in one turn. */
export async function ask(asked: Asked, effect: string): Promise<Reply> {
  return (await asked.ask?.(questionOf(effect))) ?? "unavailable";
}

/** @throws ReplyInvalid the values don't fit the form; @throws TypeError the address is none that a client opens */
export async function elicit(asked: Asked, question: AnyQuestion): Promise<AnyReply> {
  const { fields, url, key } = question;
  const message = clip(oneLine(question.message), limits.questionLength);
  if (url !== undefined) {
    checkAddress(url);
    return { reply: replyOf(await asked.url?.({ message, url }, key)) };
  }
  const given = fields ?? {};
  const answer = await asked.form?.ask({ message, requestedSchema: formSchema(given) as JsonObject }, key);
  const reply = replyOf(answer);
  if (reply !== "accepted") return { reply };
  return { reply, values: valuesOf(formSchema(withoutTitles(given)), answer?.content ?? {}) };
}

/** @throws SamplingUnavailable */
export async function sample(asked: Asked, wanted: SampleRequest): Promise<Written> {
  if (asked.sample === undefined) throw new SamplingUnavailable("the client does not let its model write for tools");
  const { prompt, system, maxTokens, temperature, key } = wanted;
  const messages = typeof prompt === "string" ? [{ role: "user", text: prompt } as const] : prompt;
  const params = {
    messages: messages.map(({ role, text }) => ({ role, content: { type: "text", text } })),
    maxTokens,
    ...(system === undefined ? {} : { systemPrompt: system }),
    ...(temperature === undefined ? {} : { temperature }),
  };
  const written = await asked.sample(params, key);
  if (written === undefined) throw new SamplingUnavailable("the client's model has written nothing");
  const { model, stopReason } = written;
  const blocks = [written.content ?? []].flat();
  return {
    text: blocks.map(blockText).join(""),
    model: typeof model === "string" ? model : "",
    ...(typeof stopReason === "string" ? { stopReason } : {}),
  };
}

/** @throws RootsUnavailable */
export async function roots(asked: Asked, { key }: Named = {}): Promise<readonly Root[]> {
  if (asked.roots === undefined) throw new RootsUnavailable("the client does not say in which folders it works");
  const named = await asked.roots({}, key);
  if (named === undefined) throw new RootsUnavailable("the client has not said yet in which folders it works");
  return [named.roots ?? []].flat().flatMap((root) => {
    if (!isJsonObject(root) || typeof root.uri !== "string") return [];
    const { uri, name } = root;
    return [{ uri, ...(typeof name === "string" ? { name } : {}) }];
  });
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

function fieldSchema(field: FormField): FieldSchema {
  const { title, description } = field;
  const facts = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(field.default === undefined ? {} : { default: field.default }),
  };
  switch (field.type) {
    case "enum":
      return { type: "string", ...facts, ...choices(field, "oneOf") };
    case "enums": {
      const { min, max } = field;
      return {
        type: "array",
        ...facts,
        ...(min === undefined ? {} : { minItems: min }),
        ...(max === undefined ? {} : { maxItems: max }),
        items: field.titles === undefined ? { type: "string", enum: field.values } : choices(field, "anyOf"),
      };
    }
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

/** Titles change how the values are sent, and not which ones are right. */
function withoutTitles(fields: FormFields): FormFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (!("titles" in field)) return [name, field];
      const { titles: _, ...rest } = field;
      return [name, rest];
    }),
  );
}

type FieldSchema = JsonSchema & { readonly enumNames?: readonly string[] };
type Chosen = Pick<FormField & { readonly type: "enum" }, "values" | "titles" | "titlesAs">;

/** @see MCP 2025-11-25, client/elicitation, "Supported Schema Types" */
function choices({ values, titles, titlesAs }: Chosen, keyword: "oneOf" | "anyOf"): FieldSchema {
  if (titles === undefined) return { enum: values };
  const named = values.map((value) => ({ const: value, title: ownValue(titles, value) ?? value }));
  if (titlesAs === "enumNames") return { enum: values, enumNames: named.map(({ title }) => title) };
  return { [keyword]: named };
}

/** The declared values of what the client sent, which is checked as arguments are. */
function valuesOf(schema: JsonSchema, content: Json): JsonObject {
  const violations = explain(schema, content);
  if (violations.length > 0 || !isJsonObject(content)) throw new ReplyInvalid(violations);
  return Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(schema.properties ?? {}, name)));
}
