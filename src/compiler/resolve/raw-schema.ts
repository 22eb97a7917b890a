import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { childPath, pathKeys } from "../../contract/json-pointer.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { jsonPlaces } from "../../diagnostics/json-places.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Field } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import { danglingReferences, endlessCheck, uncheckable } from "../json-schema/checkable.ts";
import { readJson } from "../syntax/read-json.ts";
import { at, itemsAt, jsonOf, type SpecNode, stringAt } from "../syntax/spec-node.ts";
import type { Context } from "./context.ts";
import { namedFile } from "./texts.ts";

// JSON Schemas that stand in YAML, or in a JSON file that it names, as they are. They are published as they stand and checked like
// any other, so each keyword that a check can't be printed of is refused at its place.

/** A schema, and where its parts were written. */
interface WrittenSchema {
  readonly value: Json;
  readonly spanOf: (pointer: string) => Span;
}

/** The schema under `schema`. */
export function rawSchemaOf(context: Context, node: SpecNode): JsonSchema {
  const written = writtenAt(context, node);
  if (written === undefined || !isJsonObject(written.value)) return {};
  report(context, written);
  // `uncheckable` has looked at every keyword that the type names.
  return written.value as JsonSchema;
}

/** Is the schema under `schema` in a file of its own? */
export function isInFile(node: SpecNode | undefined): boolean {
  return node?.kind === "map" && node.entries.size === 1 && stringAt(node, "file") !== undefined;
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
  report(context, inYaml(node));
  return raw;
}

/** All that a caller may send, as its author wrote it. */
export interface WholeInput {
  readonly schema: JsonObject;
  /** Of the root's properties, in their order. */
  readonly params: readonly Field[];
}

/** The schema under `input: {schema: …}`, which is published as it stands. @param base pointer of the tool */
export function wholeInputOf(context: Context, root: SpecNode | undefined, base: string): WholeInput | undefined {
  const input = at(root, "input");
  const node = at(input, "schema");
  if (node === undefined || node.kind !== "map") return undefined;
  const written = writtenAt(context, node);
  if (written === undefined || !isJsonObject(written.value)) return { schema: { type: "object" }, params: [] };
  const refuse = (problem: string, span: Span) =>
    context.diagnostics.push(diagnostic("schema-not-whole", { problem }, span));
  refuseOthers(root, input, refuse);
  context.origins.set(pointer(base, "input"), written.spanOf(""));
  const schema = settled(context, written, written.value);
  const { properties, required } = schema;
  const all = isJsonObject(properties) ? Object.entries(properties) : [];
  const params = all.map(([name, property], index): Field => {
    const place = pointer(base, "params", index);
    context.origins.set(place, written.spanOf(childPath("/properties", name)));
    const { description, ...type } = isJsonObject(property) ? property : {};
    return {
      name,
      // `uncheckable` has looked at every keyword that the type names.
      type: { kind: "json", schema: (property === false ? { not: {} } : type) as JsonSchema },
      required: Array.isArray(required) && required.includes(name),
      ...(typeof description === "string" ? { description } : {}),
    };
  });
  return { schema, params };
}

/** A whole schema that was looked at. One that can't be understood causes no further findings. */
function settled(context: Context, written: WrittenSchema, schema: JsonObject): JsonObject {
  report(context, written);
  const { spanOf } = written;
  // Clients demand it. @see MCP 2025-11-25 schema, "Tool"
  if (schema.type !== "object") {
    const problem = "its root needs `type: object`";
    context.diagnostics.push(diagnostic("schema-not-whole", { problem }, spanOf("/type")));
  }
  // Only where the check finds that something is wrong it is asked where.
  const dangling = endlessCheck(schema) === undefined ? [] : danglingReferences(schema);
  for (const at of dangling) {
    const why = "it leads nowhere, or to another document";
    const keyword = at.endsWith("/$ref") ? "$ref" : "$dynamicRef";
    context.diagnostics.push(diagnostic("schema-unchecked", { keyword, why }, spanOf(at)));
  }
  return dangling.length === 0 ? schema : { type: "object" };
}

/** Keys that would change the schema, or what becomes of arguments before it sees them. */
function refuseOthers(
  root: SpecNode | undefined,
  input: SpecNode | undefined,
  refuse: (problem: string, span: Span) => void,
): void {
  for (const key of ["params", "actions", "unknown_params"]) {
    const node = at(root, key);
    if (node !== undefined) refuse(`'${key}' can't stand beside it`, node.span);
  }
  if (input?.kind === "map") {
    for (const [keyword, { key }] of input.entries) {
      if (keyword !== "schema") refuse(`the keyword '${keyword}' belongs into it`, key);
    }
  }
  for (const alias of itemsAt(root, "aliases")) {
    for (const key of ["params", "rename", "set", "defaults", "ignore", "adapt"]) {
      const node = at(alias, key);
      if (node !== undefined) refuse("an old name takes what it says, and maps nothing", node.span);
    }
  }
}

/** The result under `result: {schema: {file: …}}`, which is published as it stands; undefined for any other result. */
export function wholeResultOf(context: Context, result: SpecNode | undefined, base: string): JsonSchema | undefined {
  const node = at(result, "schema");
  if (node === undefined || !isInFile(node)) return undefined;
  const written = writtenAt(context, node);
  if (written === undefined || !isJsonObject(written.value)) return { type: "object" };
  context.origins.set(pointer(base, "returns"), written.spanOf(""));
  // `uncheckable` has looked at every keyword that the type names.
  return settled(context, written, written.value) as JsonSchema;
}

function writtenAt(context: Context, node: SpecNode): WrittenSchema | undefined {
  const path = at(node, "file");
  if (path === undefined || !isInFile(node)) return inYaml(node);
  const file = namedFile(context, stringAt(node, "file") ?? "", path.span);
  if (file === undefined) return undefined;
  const { value, diagnostics } = readJson(file);
  context.diagnostics.push(...diagnostics);
  if (value === undefined) return undefined;
  const whole = { file, start: 0, end: file.text.length };
  if (!isJsonObject(value)) {
    context.diagnostics.push(diagnostic("schema-not-whole", { problem: "it is not a JSON object" }, whole));
  }
  return { value, spanOf: (pointer) => jsonPlaces(file, [pointer]).get(pointer) ?? whole };
}

function inYaml(node: SpecNode): WrittenSchema {
  return { value: jsonOf(node), spanOf: (pointer) => spanOf(node, pathKeys(pointer)) };
}

function report(context: Context, { value, spanOf }: WrittenSchema): void {
  for (const { pointer, keyword, why } of uncheckable(value)) {
    context.diagnostics.push(diagnostic("schema-unchecked", { keyword, why }, spanOf(pointer)));
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
