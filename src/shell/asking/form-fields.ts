// The fields of a form, as a server describes them, and what a typed line means in one. Pure; the server is not trusted.
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { setOwn } from "../../contract/own-property.ts";
import { visible } from "../../diagnostics/display-text.ts";

export interface FormField {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** What there is to choose from; the user may type the number, the title or the value. */
  readonly choices: readonly Choice[];
  /** Several may be chosen. */
  readonly isList: boolean;
}

interface Choice {
  readonly value: string;
  readonly title: string;
}

/** @returns undefined where it is not a flat form of texts, numbers, yes or no, and choices */
export function formFields(requested: Json | undefined): readonly FormField[] | undefined {
  if (!isJsonObject(requested) || !isJsonObject(requested.properties)) return undefined;
  const required = Array.isArray(requested.required) ? requested.required : [];
  const fields: FormField[] = [];
  for (const [name, schema] of Object.entries(requested.properties)) {
    if (!isJsonObject(schema) || !fieldTypes.has(String(schema.type))) return undefined;
    const isList = schema.type === "array";
    const choices = choicesOf(isList ? schema.items : schema);
    if (isList && choices.length === 0) return undefined;
    fields.push({ name, schema, isRequired: required.includes(name), choices, isList });
  }
  return fields;
}

const fieldTypes: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "array"]);

function choicesOf(schema: Json | undefined): readonly Choice[] {
  if (!isJsonObject(schema)) return [];
  if (Array.isArray(schema.enum)) {
    const titles = Array.isArray(schema.enumNames) ? schema.enumNames : [];
    return schema.enum.flatMap((value, at) => {
      const title = titles[at];
      return typeof value === "string" ? [{ value, title: typeof title === "string" ? title : value }] : [];
    });
  }
  const options = [schema.oneOf, schema.anyOf].find((list) => Array.isArray(list)) ?? [];
  return (Array.isArray(options) ? options : [])
    .filter(isJsonObject)
    .flatMap(({ const: value, title }) =>
      typeof value === "string" ? [{ value, title: typeof title === "string" ? title : value }] : [],
    );
}

/** What a typed line means; a text that means nothing there stays a text, and validation says what is wrong. */
export function fieldValue(line: string, field: FormField): Json {
  if (field.isList) {
    const parts = line.split(",").map((part) => part.trim());
    return parts.filter((part) => part !== "").map((part) => chosen(part, field));
  }
  const text = line.trim();
  if (field.choices.length > 0) return chosen(text, field);
  switch (field.schema.type) {
    case "boolean":
      return /^(y|yes|true)$/i.test(text) ? true : /^(n|no|false)$/i.test(text) ? false : text;
    case "integer":
    case "number":
      return /^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
    default:
      return line;
  }
}

/** A value counts before a title, and a title before a number: a server could name one thing like the number of another. */
function chosen(text: string, { choices }: FormField): string {
  const found =
    choices.find(({ value }) => value === text) ??
    choices.find(({ title }) => title.toLowerCase() === text.toLowerCase()) ??
    (/^[1-9]\d{0,4}$/.test(text) ? choices[Number(text) - 1] : undefined);
  return found?.value ?? text;
}

/** The lines above a prompt, and the prompt. */
export function fieldLines(field: FormField): { readonly above: readonly string[]; readonly prompt: string } {
  const { name, schema, choices, isRequired } = field;
  const title = typeof schema.title === "string" && schema.title !== name ? ` (${visible(schema.title)})` : "";
  const facts = [wantedOf(field), isRequired ? "required" : ""].filter((fact) => fact !== "").join(", ");
  const said = typeof schema.description === "string" ? [`  ${visible(schema.description)}`] : [];
  return {
    above: [
      `${visible(name)}${title}: ${facts}`,
      ...said,
      ...choices.map(({ value, title: shown }, at) => {
        const both = value === shown ? visible(value) : `${visible(shown)} (${visible(value)})`;
        return `  ${at + 1}) ${both}`;
      }),
    ],
    prompt: schema.default === undefined ? "> " : `[${shownValue(schema.default)}] > `,
  };
}

function wantedOf({ schema, choices, isList }: FormField): string {
  if (isList) return `choose${range(schema.minItems, schema.maxItems)}, with commas between`;
  if (choices.length > 0) return "choose one";
  if (schema.type === "boolean") return "yes or no";
  if (schema.type === "string") {
    const format = typeof schema.format === "string" ? `text, ${visible(schema.format)}` : "text";
    const length = range(schema.minLength, schema.maxLength);
    return length === "" ? format : `${format},${length} characters`;
  }
  return `${schema.type === "integer" ? "whole number" : "number"}${range(schema.minimum, schema.maximum)}`;
}

function range(least: Json | undefined, most: Json | undefined): string {
  const [from, to] = [least, most].map((bound) => (typeof bound === "number" ? bound : undefined));
  if (from !== undefined && to !== undefined) return ` ${from} to ${to}`;
  if (from !== undefined) return ` at least ${from}`;
  return to === undefined ? "" : ` at most ${to}`;
}

export function shownValue(value: Json): string {
  if (typeof value === "string") return visible(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return visible(Array.isArray(value) ? value.map((one) => String(one)).join(", ") : JSON.stringify(value));
}

/** The schema of one field alone, to hold its value against. */
export function fieldSchema({ name, schema }: FormField): JsonObject {
  const properties: { [key: string]: Json } = {};
  setOwn(properties, name, schema);
  return { type: "object", properties };
}
