import type { JsonSchema } from "../../../contract/json-schema.ts";

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
  readonly source: string;
  readonly checkedOn: string;
}

const structure = ["$ref", "$defs", "enum", "const", "anyOf", "additionalProperties"] as const;
const range = ["minimum", "maximum", "minItems", "maxItems"] as const;
const strictLimits = [...range, "pattern", "format", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;
const annotations = ["title", "default", "examples", "deprecated"] as const;
const inStrict = ["description", ...structure, ...strictLimits] as const;
const everything = [...inStrict, "uniqueItems", "minLength", "maxLength", ...annotations] as const;

/** Messages API, `tools[].input_schema`: JSON Schema 2020-12 without combinators at the root, which we never publish. */
export const anthropic: Dialect = {
  name: "Anthropic",
  keywords: new Set(everything),
  refs: "keep",
  nullable: "type-list",
  strict: false,
  untyped: true,
  source: "Anthropic API, Messages, tools.input_schema",
  checkedOn: "2026-11-21",
};

/** Function tools without `strict`: the schema is advice to the model, so nearly everything may stand in it. */
export const openAi: Dialect = {
  name: "OpenAI",
  keywords: new Set(everything),
  refs: "keep",
  nullable: "type-list",
  strict: false,
  untyped: true,
  descriptionLimit: 1024,
  source: "OpenAI API, function calling",
  checkedOn: "2026-11-21",
};

/** Function tools with `strict: true`: the API holds the model to the schema, and takes only what it can hold it to. */
export const openAiStrict: Dialect = {
  name: "OpenAI's strict mode",
  keywords: new Set(inStrict),
  formats: new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]),
  refs: "keep",
  nullable: "type-list",
  strict: true,
  untyped: false,
  descriptionLimit: 1024,
  source: "OpenAI API, structured outputs, supported schemas",
  checkedOn: "2026-11-21",
};

/** Function declarations: a part of OpenAPI's Schema Object, with `nullable` and without references. */
export const gemini: Dialect = {
  name: "Gemini",
  keywords: new Set(["description", "enum", "anyOf", ...range]),
  formats: new Set(["date-time"]),
  refs: "inline",
  nullable: "keyword",
  strict: false,
  untyped: false,
  source: "Gemini API, FunctionDeclaration and Schema",
  checkedOn: "2026-11-21",
};
