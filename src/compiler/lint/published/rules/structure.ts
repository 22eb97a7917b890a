import { isJsonObject, type Json } from "../../../../contract/json.ts";
import { childPath } from "../../../../contract/json-pointer.ts";
import { ownValue } from "../../../../contract/own-property.ts";
import { clip } from "../../../../contract/utf8.ts";
import { openDocument, resolve, type SchemaDocument } from "../../../json-schema/document.ts";
import { has, listOf, typeNames } from "../../../json-schema/read-keywords.ts";
import type { SchemaNode } from "../../../json-schema/walk-schema.ts";
import { brief } from "../refuses.ts";
import { isObjectSchema, type PublishedFinding, type PublishedRule, published, type ToolView } from "../tool-view.ts";

/** The form of an input schema: what clients refuse, or take for something else. */
export const structureRules: readonly PublishedRule[] = [
  {
    // MCP 2025-11-25 schema, "Tool": inputSchema is an object schema.
    asked: "lists",
    check: ({ raw }) => {
      const input = ownValue(raw, "inputSchema");
      if (isObjectSchema(input)) return [];
      const found = isJsonObject(input) ? foundType(input) : input === undefined ? "nothing" : brief(input);
      return [published("schema-root-object", { found }, "/inputSchema")];
    },
  },
  {
    asked: "lists",
    check: ({ raw, input }) =>
      isObjectSchema(ownValue(raw, "inputSchema")) && !isJsonObject(ownValue(input.root, "properties"))
        ? [published("schema-properties-present", {}, input.at, { help: "add properties: {}" })]
        : [],
  },
  {
    asked: "lists",
    check: ({ input }) =>
      rootCombinators
        .filter((keyword) => has(input.root, keyword))
        .map((keyword) => published("schema-root-combinator", { keyword }, childPath(input.at, keyword))),
  },
  {
    asked: "lists",
    check: (tool) =>
      schemasOf(tool)
        .filter(
          ({ schema }) => typeNames(schema).includes("array") && !has(schema, "items") && !has(schema, "prefixItems"),
        )
        .map(({ at, path }) => published("schema-array-items", { path: shown(path) }, at, { help: "add items" })),
  },
  {
    asked: "lists",
    check: (tool) => schemasOf(tool).flatMap(requiredUnknown),
  },
  {
    asked: "lists",
    check: (tool) =>
      schemasOf(tool)
        .filter(({ schema }) => listOf(schema, "items") !== undefined)
        .map(({ at, path }) =>
          published("schema-tuple-draft07", { path: shown(path) }, childPath(at, "items"), {
            help: "write the list under prefixItems",
          }),
        ),
  },
  {
    asked: "lists",
    check: (tool) => {
      const document = openDocument(tool.input.root, tool.input.at);
      return schemasOf(tool).flatMap((node) => reference(node, document));
    },
  },
];

/** Combinators that clients refuse at the root of an input schema, or read past. */
const rootCombinators = ["anyOf", "oneOf", "allOf", "not", "if", "then", "else"];

/** The nodes that describe values of the input; conditions only decide when something else holds. */
export function schemasOf({ input }: ToolView): readonly SchemaNode[] {
  const { nodes } = input;
  // Most schemas have no conditions, and a dozen rules ask.
  return nodes.some(isCondition) ? nodes.filter((node) => !isCondition(node)) : nodes;
}

function isCondition({ via }: SchemaNode): boolean {
  return via === "condition";
}

/** A path for a message; the root has no name of its own. */
export function shown(path: string): string {
  return path === "" ? "the input" : path;
}

function foundType(schema: { readonly [key: string]: Json }): string {
  const type = ownValue(schema, "type");
  return type === undefined ? "none" : brief(type);
}

/** Properties may also be named by an option, a condition or a reference; then nothing is reported. */
function requiredUnknown({ schema, at, via }: SchemaNode): readonly PublishedFinding[] {
  const properties = ownValue(schema, "properties");
  const elsewhere = ["anyOf", "oneOf", "allOf", "$ref", "patternProperties", "if"].some((keyword) =>
    has(schema, keyword),
  );
  if (!isJsonObject(properties) || elsewhere || via === "branch") return [];
  return (listOf(schema, "required") ?? []).flatMap((name, index) =>
    typeof name === "string" && Object.hasOwn(properties, name)
      ? []
      : [
          published(
            "schema-required-unknown",
            { name: typeof name === "string" ? clip(name, 80) : brief(name) },
            childPath(childPath(at, "required"), index),
          ),
        ],
  );
}

function reference({ schema, at }: SchemaNode, document: SchemaDocument): readonly PublishedFinding[] {
  const ref = ownValue(schema, "$ref");
  if (typeof ref !== "string" || resolve(ref, schema, document) !== undefined) return [];
  const code = ref.startsWith("#") ? "schema-ref-missing" : "schema-remote-ref";
  return [published(code, { ref: clip(ref, 80) }, childPath(at, "$ref"))];
}
