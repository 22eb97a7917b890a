import type { Catalog, Field, Tool, ToolAlias } from "../../../src/compiler/catalog/catalog.ts";
import type { NumberNode, StringNode, TypeNode } from "../../../src/compiler/catalog/type-node.ts";
import type { ComparedCatalog } from "../../../src/compiler/diff/compared.ts";
import { catalog as empty, toolWith } from "../../schema/arbitraries.ts";

// What cases are built of: small catalogs that differ in one thing.

export type Pair = readonly [base: ComparedCatalog, head: ComparedCatalog];

export const text: StringNode = { kind: "string", trim: true };
export const kept: StringNode = { kind: "string", trim: false };
export const integer: NumberNode = { kind: "integer" };
export const number: NumberNode = { kind: "number" };

export function field(name: string, type: TypeNode = text, changes: Partial<Field> = {}): Field {
  return { name, type, required: false, ...changes };
}

export function catalogOf(tools: readonly Tool[], changes: Partial<Catalog> = {}): Catalog {
  return { ...empty, tools, ...changes };
}

export function object(fields: readonly Field[], open: boolean | TypeNode = false): TypeNode & { kind: "object" } {
  return { kind: "object", fields, open };
}

export function enumOf(...values: readonly string[]): TypeNode {
  return { kind: "enum", values: values.map((value) => ({ value })) };
}

export const tools = (base: readonly Tool[], head: readonly Tool[]): Pair => [catalogOf(base), catalogOf(head)];
export const changed = (base: Partial<Tool>, head: Partial<Tool>): Pair =>
  tools([toolWith([], base)], [toolWith([], head)]);
export const params = (base: readonly Field[], head: readonly Field[]): Pair =>
  tools([toolWith(base)], [toolWith(head)]);
export const param = (base: Partial<Field>, head: Partial<Field>): Pair =>
  params([field("title", text, base)], [field("title", text, head)]);
export const result = (base: TypeNode, head: TypeNode): Pair => changed({ result: base }, { result: head });
export const root = (base: Partial<Catalog>, head: Partial<Catalog>): Pair => [
  catalogOf([toolWith([])], base),
  catalogOf([toolWith([])], head),
];

export const past = { since: "0.9.0", sunset: "2026-01-01" };
export const future = { since: "0.9.0", sunset: "2099-01-01" };

export function alias(changes: Partial<ToolAlias> = {}): ToolAlias {
  return {
    name: "add_note",
    of: "old",
    params: [],
    rename: {},
    set: {},
    defaults: {},
    ignore: [],
    adapt: false,
    ...changes,
  };
}

export const other = toolWith([field("query", text, { required: true })], {
  name: "note_list",
  summary: "List notes.",
});
export const effects = { readOnly: false, destructive: false, idempotent: false, openWorld: false };
export const profile = { name: "core", selects: {}, tools: ["note_create"], surface: "direct" as const };
export const failure = { name: "NOTE_EXISTS", code: -31001, message: "exists", data: [], retry: "never" as const };

export function tiers(base: string, head: string): Pair {
  const all = ["essential", "advanced"].map((name) => ({ name, badge: name, summary: name }));
  return [
    catalogOf([toolWith([], { tier: base })], { tiers: all }),
    catalogOf([toolWith([], { tier: head })], { tiers: all }),
  ];
}
