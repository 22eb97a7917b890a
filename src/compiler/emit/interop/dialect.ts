import type { JsonSchema } from "../../../contract/json-schema.ts";
import { clientLimits, clientWords } from "../../clients/client-facts.ts";

/** The part of JSON Schema that an API takes in tool definitions. Everything else has to go. */
export interface Dialect {
  /** For messages. */
  readonly name: string;
  /** Keywords that may stay as they are. `type`, `properties`, `required` and `items` always may. */
  readonly keywords: ReadonlySet<keyof JsonSchema>;
  /** Names of `format` that may stay; undefined: all. */
  readonly formats?: ReadonlySet<string>;
  /** `keep`: `$ref` into `$defs`. `inline`: no references at all, so what refers to itself is cut off. */
  readonly refs: "keep" | "inline";
  /** How a value that may be null is written. */
  readonly nullable: "type-list" | "keyword";
  /** Must every object be closed and every property required? What is optional becomes nullable. */
  readonly strict: boolean;
  /** May a schema leave the type open? */
  readonly untyped: boolean;
  /** Longest description of a tool, in UTF-16 code units; undefined: no limit is known. */
  readonly descriptionLimit?: number;
}

const everything = [
  ...(["description", "$ref", "$defs", "enum", "const", "anyOf", "additionalProperties", "pattern", "format"] as const),
  ...(["minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "minimum", "maximum"] as const),
  ...(["exclusiveMinimum", "exclusiveMaximum", "multipleOf", "title", "default", "examples", "deprecated"] as const),
] as const;

function without(...gone: readonly string[]): Dialect["keywords"] {
  return new Set(everything.filter((keyword) => !gone.includes(keyword)));
}

/**
 * Messages API, `tools[].input_schema`: JSON Schema 2020-12 without combinators at the root, which we never publish.
 * Checked on 2026-11-21.
 */
export const anthropic: Dialect = {
  name: "Anthropic",
  keywords: new Set(everything),
  refs: "keep",
  nullable: "type-list",
  strict: false,
  untyped: true,
};

/** Function tools without `strict`: the schema is advice to the model, so nearly everything may stand in it. */
export const openAi: Dialect = {
  ...anthropic,
  name: "OpenAI",
  descriptionLimit: clientLimits["description-characters"].limit,
};

/** Function tools with `strict: true`: the API holds the model to the schema, and takes only what it can hold it to. */
export const openAiStrict: Dialect = {
  ...openAi,
  name: "OpenAI's strict mode",
  keywords: without(...clientWords["openai-strict-omits"].words),
  formats: new Set(clientWords["openai-formats"].words),
  strict: true,
  untyped: false,
};

/** Function declarations: a part of OpenAPI's Schema Object, with `nullable` and without references. */
export const gemini: Dialect = {
  name: "Gemini",
  keywords: without(...clientWords["gemini-drops"].words, ...clientWords["gemini-api-omits"].words),
  refs: "inline",
  nullable: "keyword",
  strict: false,
  untyped: false,
};
