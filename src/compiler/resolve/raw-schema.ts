import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { pathKeys } from "../../contract/json-pointer.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import { uncheckable } from "../json-schema/checkable.ts";
import { at, jsonOf, type SpecNode } from "../syntax/spec-node.ts";
import type { Context } from "./context.ts";

// JSON Schemas that stand in YAML as they are. They are published as they stand and checked like any other, so each keyword
// that a check can't be printed of is refused at its place.

/** The schema under `schema`. */
export function rawSchemaOf(context: Context, node: SpecNode): JsonSchema {
  const raw = jsonOf(node);
  if (!isJsonObject(raw)) return {};
  report(context, node, raw);
  // `uncheckable` has looked at every keyword that the type names.
  return raw as JsonSchema;
}

/** Keywords of a root, under `input` or `output` of a tool. */
export function rootKeywords(
  context: Context,
  root: SpecNode | undefined,
  key: "input" | "output",
): JsonObject | undefined {
  const node = at(root, key);
  const raw = node === undefined ? undefined : jsonOf(node);
  if (node === undefined || !isJsonObject(raw)) return undefined;
  report(context, node, raw);
  return raw;
}

function report(context: Context, node: SpecNode, raw: Json): void {
  for (const { pointer, keyword, why } of uncheckable(raw)) {
    context.diagnostics.push(diagnostic("schema-unchecked", { keyword, why }, spanOf(node, pathKeys(pointer))));
  }
}

/** Where a part of a value was written. */
function spanOf(node: SpecNode, keys: readonly string[]): Span {
  const [key, ...rest] = keys;
  if (key === undefined) return node.span;
  const child =
    node.kind === "list" ? node.items[Number(key)] : node.kind === "map" ? node.entries.get(key)?.value : undefined;
  return child === undefined ? node.span : spanOf(child, rest);
}
