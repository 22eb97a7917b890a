import { literal } from "./code-text.ts";
import { header } from "./module-text.ts";
import type { OutputFile } from "./output-file.ts";

/**
 * JSON as a module with the type unknown: a type checker would need too long to
 * read a thousand tools as one type. The value is parsed from a text, so no key of it can become a prototype.
 * @param path without its ending
 */
export function dataModule(path: string, value: object): readonly OutputFile[] {
  return parsedModule(path, literal(JSON.stringify(value)));
}

/** A member of the value of `membersModule`, as it stands in the module's text. */
export function memberText(name: string, value: object): string {
  return literal(`${JSON.stringify(name)}:${JSON.stringify(value)}`).slice(1, -1);
}

/** The same module of an object whose members were printed one by one. */
export function membersModule(path: string, members: readonly string[]): readonly OutputFile[] {
  return parsedModule(path, `"{${members.join(",")}}"`);
}

function parsedModule(path: string, text: string): readonly OutputFile[] {
  const code = `export default JSON.parse(${text});`;
  const types = "declare const value: unknown;\nexport default value;";
  return [
    { path: `${path}.js`, text: `${header("schema")}\n${code}\n`, kind: "generated" },
    { path: `${path}.d.ts`, text: `${header("schema")}\n${types}\n`, kind: "generated" },
  ];
}
