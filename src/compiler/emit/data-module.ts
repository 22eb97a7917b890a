import { literal } from "./code-text.ts";
import { header } from "./module-text.ts";
import { joinedFile, type OutputFile, separated, type TextPart } from "./output-file.ts";

/**
 * JSON as a module with the type unknown: a type checker would need too long to
 * read a thousand tools as one type. The value is parsed from a text, so no key of it can become a prototype.
 * @param path without its ending
 */
export function dataModule(path: string, value: object): readonly OutputFile[] {
  return jsonModule(path, [JSON.stringify(value)]);
}

/** The same of JSON in parts: texts of JSON, and parts that `jsonPart` made of such. */
export function jsonModule(path: string, json: readonly (string | TextPart)[]): readonly OutputFile[] {
  const parts = json.map((part) => (typeof part === "string" ? jsonPart(part) : part));
  const types = "declare const value: unknown;\nexport default value;";
  return [
    joinedFile(`${path}.js`, [`${header("schema")}\nexport default JSON.parse("`, ...parts, '");\n']),
    { path: `${path}.d.ts`, text: `${header("schema")}\n${types}\n`, kind: "generated" },
  ];
}

/** A piece of JSON as it stands inside the text of the module. */
export function jsonPart(json: string): TextPart {
  return { text: literal(json).slice(1, -1) };
}

/** Items of a list or members of an object, made by `jsonPart`. */
export function jsonItems(parts: readonly TextPart[]): readonly TextPart[] {
  return separated(parts, comma);
}

const comma = { text: "," };
