import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.ts";
import { fixSources } from "../../src/diagnostics/apply-fixes.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";

// What an author reads who writes types in the words of JSON Schema, OpenAPI, Zod or a programming language, and what the fix makes of
// them: test/golden/other-languages.txt. A fixed file has no error left.

const golden = join(import.meta.dirname, "..", "golden", "other-languages.txt");

const written = [
  "{type: string, enum: [a, b], description: D}",
  "{enum: [a, b], description: D}",
  "{type: integer, minimum: 1, maximum: 10, description: D}",
  "{type: number, exclusiveMinimum: 0, lt: 9, description: D}",
  "{type: string, minimum: 1, max: 9, description: D}",
  "{type: array, max: 9, items: {type: integer}, description: D}",
  "{type: object, properties: {a: {type: integer, description: A}}, description: D}",
  "{properties: {a: {type: integer, description: A}}, description: D}",
  "{type: object, additionalProperties: true, description: D}",
  "{type: object, additionalProperties: false, description: D}",
  "{type: integer, optional: true, description: D}",
  "{type: string, max_length: 9, secret: true, description: D}",
  "{type: integer, title: T, description: D}",
  "{type: integer, desc: D}",
  "{$ref: '#/types/Note', description: D}",
  "{$ref: 'note.json', description: D}",
  "{type: Note, description: D}",
  "Note",
  "int",
  "{type: int, description: D}",
  "{type: str, max_length: 9, description: D}",
  "{type: float, description: D}",
  "{type: bool, description: D}",
  "{type: list, max_items: 9, items: {type: integer}, description: D}",
  "{type: any, description: D}",
  "{type: dict, description: D}",
  "{type: date-time, description: D}",
  "{type: datetime, description: D}",
  "{type: email, max_length: 99, description: D}",
  '{type: [string, "null"], description: D}',
  "{oneOf: [{type: boolean}, {type: integer}], description: D}",
  "{type: string, const: a, description: D}",
  "{allOf: [{type: boolean}], description: D}",
  "{type: array, max_items: 9, items: integer, description: D}",
  "{fields: {a: {type: integer, description: A}}, description: D}",
  "{values: [a, b], description: D}",
  "\n    enum: [a, b]\n    description: D",
  "\n    description: D\n    type: date-time",
  "\n    description: D\n    fields: {a: {type: integer, description: A}}",
];

const catalog = `format: 1
server: {name: shop, version: 1.0.0}
unknown_params: warn
tiers: {essential: {badge: E, summary: All}}
families: {a: {title: A, summary: A}}
profiles: {all: {families: all}}
default_profile: all
deprecation: {grace: {stable: 180d, beta: 30d, experimental: 0d}}
`;

function toolWith(param: string): string {
  return `name: a_do
title: Do
tier: essential
since: 1.0.0
stability: experimental
summary: Do a thing.
session: none
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params:
  n: ${param}
result: {type: object, fields: {x: {ref: Note, required: true, description: X}}}
errors: []
guidance: {use_when: [You need it]}
`;
}

const types = "Note: {description: N, fields: {id: {type: integer, required: true, description: I}}}\n";

function errorsOf(text: string) {
  const { diagnostics } = compile([
    { path: "schema/catalog.yaml", text: catalog },
    { path: "schema/types/note.yaml", text: types },
    { path: "schema/tools/a/a_do.yaml", text },
  ]);
  return diagnostics.filter(({ severity }) => severity === "error");
}

it("what other languages write is reported with the form to use here, and fixed where it means the same", () => {
  const found = written.map((param) => {
    const text = toolWith(param);
    const errors = errorsOf(text);
    const lines = errors.map(({ message, help }) => `  ${message}${help === undefined ? "" : `: ${help}`}`);
    if (errors.some(({ fix }) => fix === undefined)) return [param, ...lines, ""].join("\n");
    const { sources } = fixSources([{ path: "schema/tools/a/a_do.yaml", text }], ([source]) =>
      errorsOf(source?.text ?? ""),
    );
    const fixed = sources[0]?.text ?? "";
    expect({ param, errors: errorsOf(fixed).map(({ message }) => message) }).toEqual({ param, errors: [] });
    const shown = fixed.slice(fixed.indexOf("  n: ") + 5, fixed.indexOf("\nresult:"));
    return [param, ...lines, `  = ${shown}`, ""].join("\n");
  });
  const text = found.join("\n");
  if (mayRewriteGoldens()) writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, "utf8"));
});
