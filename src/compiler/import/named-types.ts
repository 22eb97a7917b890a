import { isJsonObject } from "../../contract/json.ts";
import type { NamedType } from "../catalog/catalog.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { resolve, type SchemaDocument } from "../json-schema/document.ts";
import { freeName, typeCase } from "./fold-name.ts";

/** The types that got a name, over all tools of a list: equal definitions are one type. */
export interface NamedTypes {
  /** Text of the definition → its name. */
  readonly byText: Map<string, string>;
  /** Name → type; absent while it is being read. */
  readonly done: Map<string, NamedType>;
  /** Names in use, folded: they must differ by more than their case. */
  readonly taken: Set<string>;
  /** How many nodes a type has once every reference in it is written out; recursive ones count as one. */
  readonly sizes: Map<string, number>;
}

export function openTypes(taken: Iterable<string>): NamedTypes {
  return { byText: new Map(), done: new Map(), taken: new Set([...taken].map(folded)), sizes: new Map() };
}

/** A name for a type that nothing else has: no other type, and no contract of a tool. */
export function nameType(types: NamedTypes, wanted: string): string {
  const base = typeCase(wanted);
  const start = base === "" ? "Value" : builtIn.has(base) ? `${base}Value` : base;
  const name = typeCase(freeName(start, maxTypeNameLength, (candidate) => types.taken.has(folded(candidate))));
  types.taken.add(folded(name));
  return name;
}

const maxTypeNameLength = 60;

function folded(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** Names that generated TypeScript needs for itself. */
const builtIn = new Set(
  "Array Boolean Buffer Date Error Function Infinity Iterator Json Map Math NaN Number Object Promise Proxy Record Ref Reflect RegExp Set Static String Symbol TSchema Type Unknown Never Any Literal Union Contract Handler Result".split(
    " ",
  ),
);

/**
 * A definition, with everything it refers to, as a text; equal texts mean equal types.
 * @returns undefined for what is too large to be compared
 */
export function definitionText(document: SchemaDocument, part: object, spelling: string): string | undefined {
  const parts = new Map<object, number>([[part, 0]]);
  const pieces: string[] = [spelling];
  for (const [one] of parts) {
    const piece = outline(one, document, parts, 0);
    if (piece === undefined || parts.size > 200) return undefined;
    pieces.push(piece);
  }
  const text = pieces.join("\n");
  return text.length > 100_000 ? undefined : text;
}

/** JSON with sorted keys, in which references are numbers by order of appearance, so that names don't matter. */
function outline(
  value: unknown,
  document: SchemaDocument,
  parts: Map<object, number>,
  depth: number,
): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (depth > 60) return undefined;
  const pieces: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const child = (value as { readonly [key: string]: unknown })[key];
    const target = key === "$ref" && typeof child === "string" ? resolve(child, value, document)?.schema : undefined;
    if (isJsonObject(target)) {
      if (!parts.has(target)) parts.set(target, parts.size);
      pieces.push(`$ref:${parts.get(target)}`);
      continue;
    }
    const piece = outline(child, document, parts, depth + 1);
    if (piece === undefined) return undefined;
    pieces.push(`${JSON.stringify(key)}:${piece}`);
  }
  return Array.isArray(value) ? `[${pieces.join()}]` : `{${pieces.join()}}`;
}

/** Nodes of a type, each reference counted as what it stands for. */
export function sizeOf(node: TypeNode, types: NamedTypes): number {
  switch (node.kind) {
    case "ref":
      return types.sizes.get(node.name) ?? 1;
    case "array":
      return 1 + sizeOf(node.items, types);
    case "union":
      return node.of.reduce((sum, option) => sum + sizeOf(option, types), 1);
    case "object":
      return node.fields.reduce(
        (sum, field) => sum + sizeOf(field.type, types),
        typeof node.open === "boolean" ? 1 : 1 + sizeOf(node.open, types),
      );
    case "enum":
      return 1 + node.values.length / 20;
    default:
      return 1;
  }
}
