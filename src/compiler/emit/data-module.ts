import { literal } from "./code-text.ts";
import { header } from "./module-text.ts";
import type { OutputFile } from "./output-file.ts";

/**
 * JSON as a module whose type says nothing of it: a type checker that read a thousand tools as one type would need longer
 * than for everything else. As a text to be parsed, no key of it can become a prototype.
 * @param path without its ending
 */
export function dataModule(path: string, value: object): readonly OutputFile[] {
  const code = `export default JSON.parse(${literal(JSON.stringify(value))});`;
  const types = "declare const value: unknown;\nexport default value;";
  return [
    { path: `${path}.js`, text: `${header("schema")}\n${code}\n`, kind: "generated" },
    { path: `${path}.d.ts`, text: `${header("schema")}\n${types}\n`, kind: "generated" },
  ];
}
