import type { Catalog } from "../../../src/compiler/catalog/catalog.ts";
import type { DiffRule } from "../../../src/compiler/diff/rule.ts";
import { resolve } from "../../../src/compiler/resolve/resolve.ts";
import { type ParseCache, parseSpec } from "../../../src/compiler/syntax/parse.ts";
import type { Json, JsonObject } from "../../../src/contract/json.ts";
import { hasErrors } from "../../../src/diagnostics/diagnostic.ts";
import type { Pair } from "./build.ts";
import { listedTools } from "./listed-tools.ts";

// The bad and good texts of rules are changes that can be compiled. A line is a param or a result field:
//
//   name: <as it is now>   # was <as it was>       or: # unchanged, # new
//   # gone: name: <as it was>
//
// and "params.name" or "result.name" where it matters which of the two it is.
//
// The same with quoted names and "//" is JSON Schema, as a list of another server has it; "inputSchema" and
// "outputSchema" stand for the whole.

type Side = "params" | "result";

interface Entry {
  readonly side?: Side;
  readonly name: string;
  readonly was?: string;
  readonly is?: string;
}

/**
 * The two catalogs of a rule's bad or good text.
 * @returns undefined when the text is not written in this form, or does not compile
 */
export function examplePair({ id, explain }: DiffRule, key: "bad" | "good"): Pair | undefined {
  return changePair(explain[key] ?? "", /^(?:output|result)-/.test(id) ? "result" : "params");
}

/** The two catalogs of a change that is written in this form. */
export function changePair(text: string, side: Side): Pair | undefined {
  const entries = text.split("\n").map(entryOf);
  const whole = entries.filter((entry) => entry !== undefined);
  if (whole.length !== entries.length) return undefined;
  if (text.includes("// ")) return listedTools(listedMembers(whole, "was", side), listedMembers(whole, "is", side));
  const base = yamlCatalog(whole, "was", side);
  const head = yamlCatalog(whole, "is", side);
  return base === undefined || head === undefined ? undefined : [base, head];
}

const change = /^"?([\w.]+)"?: (.+?) {3}(?:#|\/\/) (?:was (.+)|(unchanged|new))$/;
const gone = /^(?:#|\/\/) gone: "?([\w.]+)"?: (.+)$/;

function entryOf(line: string): Entry | undefined {
  const [, lost, old] = gone.exec(line) ?? [];
  if (lost !== undefined && old !== undefined) return { ...placeOf(lost), was: old };
  const [, place, is, was, word] = change.exec(line) ?? [];
  if (place === undefined || is === undefined) return undefined;
  return { ...placeOf(place), is, ...(word === "new" ? {} : { was: was ?? is }) };
}

function placeOf(path: string): Pick<Entry, "name" | "side"> {
  const [first, rest] = path.split(".");
  return rest !== undefined && (first === "params" || first === "result")
    ? { side: first, name: rest }
    : { name: path };
}

const known: ParseCache = new Map();

/** undefined: our language does not have it on this side. */
function yamlCatalog(entries: readonly Entry[], when: "was" | "is", side: Side): Catalog | undefined {
  const lines = (on: Side, indent: string) =>
    entries
      .filter((entry) => entry[when] !== undefined && (entry.side ?? side) === on)
      .map((entry) => `${indent}${entry.name}: ${entry[when]}\n`)
      .join("");
  const params = lines("params", "  ");
  const result = `result:\n  type: object\n  open: true\n  fields:\n    seen: {type: boolean}\n${lines("result", "    ")}`;
  const sources = [
    { path: "schema/catalog.yaml", text: catalogText },
    { path: "schema/types/types.yaml", text: typesText },
    {
      path: "schema/tools/notes/note_create.yaml",
      text: `${toolText}${params === "" ? "" : `params:\n${params}`}${result}`,
    },
  ];
  const parsed = parseSpec(sources, known);
  const { value, diagnostics } = resolve(parsed.value);
  return hasErrors([...parsed.diagnostics, ...diagnostics]) ? undefined : value.catalog;
}

const catalogText = `format: 1
server: {name: notes, title: Notes, version: 1.0.0}
targets: [claude]
tiers: {common: {badge: C, summary: Common}}
families: {notes: {title: Notes, summary: Notes}}
profiles: {full: {families: all}}
default_profile: full
`;

const typesText = `Title: {fields: {text: {type: string, max_length: 80}}}
Heading: {fields: {text: {type: string, max_length: 80}}}
NoteState: {fields: {state: {type: enum, values: [draft, final]}}}
TaskState: {fields: {state: {type: enum, values: [open, done]}}}
Tree: {fields: {label: {type: string}, children: {type: array, items: {ref: Tree}}}}
`;

const toolText = `name: note_create
title: Create a note
tier: common
since: 1.0.0
summary: Create a note.
session: none
effects: {read_only: false, destructive: false, idempotent: false, open_world: false}
`;

/** What a list says of the tool. */
function listedMembers(entries: readonly Entry[], when: "was" | "is", side: Side): JsonObject {
  const schemas = new Map(
    entries.flatMap((entry) => (entry[when] === undefined ? [] : [[entry.name, JSON.parse(entry[when]) as Json]])),
  );
  const inner = {
    type: "object",
    properties: Object.fromEntries([...schemas].filter(([name]) => !name.endsWith("Schema"))),
  };
  const input = schemas.get("inputSchema") ?? (side === "params" ? inner : { type: "object" });
  const output = schemas.get("outputSchema") ?? (side === "result" ? inner : undefined);
  return { inputSchema: input, ...(output === undefined ? {} : { outputSchema: output }) };
}
