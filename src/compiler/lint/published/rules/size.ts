import { isJsonObject } from "../../../../contract/json.ts";
import { ownValue } from "../../../../contract/own-property.ts";
import { clientLimits } from "../../../clients/client-facts.ts";
import { limitOf } from "../../../clients/client-limits.ts";
import { has, typeNames } from "../../../json-schema/read-keywords.ts";
import type { SchemaNode } from "../../../json-schema/walk-schema.ts";
import { type PublishedFinding, type PublishedRule, published, type ToolView } from "../tool-view.ts";
import { schemasOf, shown } from "./structure.ts";

/** How much a schema is, and how much it lets in. */
export const sizeRules: readonly PublishedRule[] = [
  {
    // Only the first place that lies too deep: everything below it does too.
    asked: "everywhere",
    advises: true,
    check: ({ input }) => {
      const limit = limitOf("schema-levels");
      const deep = input.nodes.find(({ depth }) => depth > limit);
      if (deep === undefined) return [];
      const params = { path: shown(deep.path), depth: deep.depth, limit };
      return [
        published("schema-depth", params, deep.at, { help: "flatten it, or take the inner part as a tool of its own" }),
      ];
    },
  },
  {
    asked: "everywhere",
    advises: true,
    check: ({ input }) => {
      const limit = limitOf("schema-nodes");
      const count = `${input.nodes.length}${input.cut ? " or more" : ""}`;
      return input.nodes.length > limit || input.cut
        ? [published("schema-node-count", { count, limit }, input.at, { help: "split the tool" })]
        : [];
    },
  },
  {
    asked: "everywhere",
    check: ({ input, inputBytes }) => {
      const bytes = inputBytes();
      const most = clientLimits["input-schema-bytes"];
      const help = "shorten texts, or split the tool";
      if (bytes > most.limit) {
        const params = { bytes, limit: most.limit, beyond: `${most.name}: ${most.beyond}` };
        return [published("schema-size", params, input.at, { severity: "error", help })];
      }
      const half = clientLimits["input-schema-bytes-warning"];
      if (bytes <= half.limit) return [];
      const params = { bytes, limit: half.limit, beyond: `${half.name}: ${half.beyond}` };
      return [published("schema-size", params, input.at, { help })];
    },
  },
  {
    // What the root lets in is the policy of a whole catalog (`unknown_params`), so it is asked of foreign lists only.
    asked: "lists",
    check: ({ input }) =>
      isJsonObject(ownValue(input.root, "properties")) && isOpen(input.root)
        ? [published("schema-open-object", { path: "the input" }, input.at, { help: "additionalProperties: false" })]
        : [],
  },
  // Another rule reports our own params without a description.
  {
    asked: "lists",
    check: (tool) =>
      openObjects(tool)
        .filter(({ depth }) => depth === 1)
        .map(openObject),
  },
  {
    asked: "everywhere",
    advises: true,
    check: (tool) =>
      openObjects(tool)
        .filter(({ depth }) => depth > 1)
        .map(openObject),
  },
  {
    asked: "everywhere",
    advises: true,
    check: (tool) =>
      schemasOf(tool)
        .filter(isUnboundedString)
        .map(({ at, path }) =>
          published("schema-unbounded-string", { path: shown(path) }, at, { help: "add its greatest length" }),
        ),
  },
  {
    asked: "everywhere",
    advises: true,
    check: (tool) =>
      schemasOf(tool)
        .filter(isUnboundedArray)
        .map(({ at, path }) =>
          published("schema-unbounded-array", { path: shown(path) }, at, { help: "add its greatest number of items" }),
        ),
  },
];

/** Objects inside the input that take any key without a description. */
function openObjects(tool: ToolView): readonly SchemaNode[] {
  return schemasOf(tool).filter(
    ({ schema, via }) =>
      via !== "root" &&
      via !== "branch" &&
      typeNames(schema).includes("object") &&
      isOpen(schema) &&
      !has(schema, "description"),
  );
}

function openObject({ at, path }: SchemaNode): PublishedFinding {
  const help = "close it, or describe what belongs in it";
  return published("schema-open-object", { path: shown(path) }, at, { help });
}

function isOpen(schema: SchemaNode["schema"]): boolean {
  const rest = ownValue(schema, "additionalProperties");
  return (rest === undefined || rest === true) && !has(schema, "patternProperties");
}

/**
 * Listed values and formats bound a text. So does a pattern that speaks of both ends and repeats no single sign at will:
 * words of a list, joined, are harmless.
 */
function isUnboundedString({ schema }: SchemaNode): boolean {
  if (!typeNames(schema).includes("string")) return false;
  if (["maxLength", "enum", "const", "format"].some((keyword) => has(schema, keyword))) return false;
  const pattern = ownValue(schema, "pattern");
  if (typeof pattern !== "string" || !pattern.startsWith("^") || !pattern.endsWith("$")) return true;
  const outline = pattern.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\[^s]/g, "x");
  return /(?<!\\s|\))(?:[*+]|\{\d+,\})/.test(outline);
}

/** A list of words from a short list is about as long as that list. */
function isUnboundedArray({ schema }: SchemaNode): boolean {
  if (!typeNames(schema).includes("array") || has(schema, "maxItems") || has(schema, "prefixItems")) return false;
  const items = ownValue(schema, "items");
  return !(isJsonObject(items) && has(items, "enum"));
}
