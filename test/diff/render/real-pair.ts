import { compile } from "../../../src/compiler/compile.ts";
import type { DiffReport } from "../../../src/compiler/diff/change.ts";
import { diff } from "../../../src/compiler/diff/diff.ts";

// A catalog of one tool as people write it, and the same after a careless afternoon.

const toolPath = "schema/tools/greeting/greeting_send.yaml";
const catalog = `format: 1
server: {name: hello, version: 0.1.0}
tiers:
  essential: {badge: "🔴 ESSENTIAL", summary: What every agent needs}
families:
  greeting: {title: Greetings, summary: Say hello to people}
`;
const tool = `name: greeting_send
title: Send a greeting
tier: essential
since: 0.1.0
stability: stable
summary: Greet one person by name.
session: none
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params:
  name: {type: string, max_length: 80, required: true, description: Whom to greet}
  tone: {type: enum, values: [warm, formal], default: warm, description: How to say it}
  lang: {type: string, description: The language as BCP 47 has it}
result:
  type: object
  fields:
    greeting: {type: string, required: true, description: What to say}
aliases:
  - name: say_hello
    of: hello-0
    rename: {who: name}
    deprecated: {since: 0.1.0, sunset: 2027-12-01}
guidance:
  use_when: [Somebody came in]
examples:
  - title: Greet Ada
    arguments: {name: Ada}
    result: {greeting: "Hello, Ada!"}
`;
const edits: readonly (readonly [from: string, to: string])[] = [
  ["max_length: 80", "max_length: 40"],
  ["[warm, formal]", "[warm, brief]"],
  ["  lang: {type: string, description: The language as BCP 47 has it}\n", ""],
  ["read_only: true", "read_only: false"],
  [tool.slice(tool.indexOf("aliases:"), tool.indexOf("guidance:")), ""],
];

/** The two sides as schema files: path → text. */
export const realPair = {
  base: { "schema/catalog.yaml": catalog, [toolPath]: tool },
  head: { "schema/catalog.yaml": catalog, [toolPath]: edited() },
};

/** @param version of the head */
export function realReport(version = "0.1.0"): DiffReport {
  const base = compiled(catalog, tool);
  const head = compiled(catalog.replace("version: 0.1.0", `version: ${version}`), edited());
  return diff(base.catalog, head.catalog, { origins: head.origins, today: "2026-11-21" });
}

/** One change, for documents: a name may not be as long any more. */
export function shortenedReport(): DiffReport {
  const base = compiled(catalog, tool);
  const head = compiled(catalog, tool.replace("max_length: 80", "max_length: 40"));
  return diff(base.catalog, head.catalog, { origins: head.origins, today: "2026-11-21" });
}

function edited(): string {
  return edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`'${from}' is not in the tool`);
    return text.replace(from, to);
  }, tool);
}

function compiled(root: string, text: string) {
  const { value, diagnostics } = compile([
    { path: "schema/catalog.yaml", text: root },
    { path: toolPath, text },
  ]);
  if (value === undefined) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return value;
}
