import { suggest } from "../../../diagnostics/mistyped.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { namedType } from "../../catalog/lookup.ts";
import { pointer } from "../../catalog/origins.ts";
import type { TypeNode } from "../../catalog/type-node.ts";
import { type Finding, finding, type LintRule, ruleAcross } from "../rule.ts";
import { calledTool } from "./calls.ts";

/** A value that an example keeps must be a part of the result. */
export const keptValueRules: readonly LintRule[] = [
  ruleAcross(
    "example",
    ({ example, at }, catalog) =>
      example.given.flatMap(({ call, keep }, index) =>
        Object.entries(keep).flatMap(([name, path]) =>
          judgePath(call, path, pointer(at, "given", index, "keep", name), catalog),
        ),
      ),
    { reads: ({ example }, catalog) => example.given.map(({ call }) => calledTool(call, catalog)?.tool) },
  ),
];

function judgePath(call: string, path: string, at: string, catalog: Catalog): readonly Finding[] {
  const tool = calledTool(call, catalog)?.tool;
  if (tool === undefined) return [];
  let types: readonly TypeNode[] = [tool.result];
  for (const key of path.split(".")) {
    const known = types.flatMap((type) => keysOf(type, catalog));
    const next = types.map((type) => partOf(type, key, catalog));
    if (next.every((part) => part === undefined)) {
      const listed = types.some(({ kind }) => kind === "array");
      const help = listed
        ? "it is a list: use the number of an item, from 0"
        : (suggest(key, known) ?? (known.length === 0 ? "it is a value without parts" : undefined));
      return [finding("unknown-kept-path", { key, path, tool: tool.name }, at, { help })];
    }
    types = next.flatMap((part) => part ?? []);
  }
  return [];
}

/** The types of a value under a key; undefined when there can't be a value. */
function partOf(type: TypeNode, key: string, catalog: Catalog): readonly TypeNode[] | undefined {
  switch (type.kind) {
    case "ref": {
      const target = namedType(type.name, catalog);
      return target === undefined ? [] : partOf(target, key, catalog);
    }
    case "object": {
      const field = type.fields.find(({ name }) => name === key);
      if (field !== undefined) return [field.type];
      if (typeof type.open !== "boolean") return [type.open];
      return type.open ? [{ kind: "json" }] : undefined;
    }
    case "array":
      return /^\d+$/.test(key) ? [type.items] : undefined;
    case "union": {
      const parts = type.of.map((option) => partOf(option, key, catalog));
      return parts.every((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
    }
    case "json":
      return [type];
    default:
      return undefined;
  }
}

/** Names to suggest. */
function keysOf(type: TypeNode, catalog: Catalog): readonly string[] {
  switch (type.kind) {
    case "ref":
      return catalog.types.filter(({ name }) => name === type.name).flatMap((named) => keysOf(named.type, catalog));
    case "object":
      return type.fields.map(({ name }) => name);
    case "union":
      return type.of.flatMap((option) => keysOf(option, catalog));
    default:
      return [];
  }
}
