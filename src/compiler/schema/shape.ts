import type { Deprecation } from "../../contract/deprecation.ts";
import type {
  EnumPlan,
  FieldPlan,
  NormalizationPlan,
  ObjectPlan,
  PlanDefinitions,
  UnionOption,
} from "../../contract/normalization-plan.ts";
import { holdsSensitive } from "../../contract/redact.ts";
import type { Catalog, Field, Tool, ToolAlias } from "../catalog/catalog.ts";
import type { EnumNode, ObjectNode, StringNode, TypeNode, UnionNode } from "../catalog/type-node.ts";
import { followRef, recursiveTypes } from "./named-types.ts";
import { unionTag } from "./union-tag.ts";

// IR → what is done to arguments before they are checked. Parts that are only checked leave no trace here.

/** How a tool's arguments are normalised. All params stand in it, so that it also defines which names are known. */
export function inputShape(tool: Tool, catalog: Catalog): NormalizationPlan {
  return rootShape(tool.params, catalog);
}

/** The same for the old params of an alias that has a function of its own. */
export function aliasShape(alias: ToolAlias, _tool: Tool, catalog: Catalog): NormalizationPlan {
  return rootShape(alias.params, catalog);
}

/** Which parts of a result must not reach a log; undefined where all may. */
export function outputShape(tool: Tool, catalog: Catalog): NormalizationPlan | undefined {
  const shape = membersOf(tool.result, catalog);
  return shape !== undefined && holdsSensitive(shape, shapeDefs(catalog)) ? shape : undefined;
}

/** How a single value of this type is normalised; undefined when nothing is done to it. */
export function typeShape(node: TypeNode, catalog: Catalog): NormalizationPlan | undefined {
  return membersOf(node, catalog);
}

/** Shapes of the recursive types that have one; all other references are inlined. */
export function shapeDefs(catalog: Catalog): PlanDefinitions {
  const recursive = recursiveTypes(catalog);
  const entries = catalog.types
    .filter((type) => recursive.has(type.name))
    .map((type) => [type.name, membersOf(type.type, catalog)] as const)
    .filter((entry): entry is readonly [string, NormalizationPlan] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

function rootShape(params: readonly Field[], catalog: Catalog): ObjectPlan {
  return { kind: "object", fields: fieldShapes(params, catalog) };
}

function fieldShapes(fields: readonly Field[], catalog: Catalog): ObjectPlan["fields"] {
  return Object.fromEntries(fields.map((field) => [field.name, fieldShape(field, catalog)]));
}

function fieldShape(field: Field, catalog: Catalog): FieldPlan {
  const shape = membersOf(field.type, catalog);
  const aliases = (field.aliases ?? []).map((alias) => [alias.name, alias.deprecated ?? null] as const);
  return {
    ...(shape === undefined ? {} : { shape }),
    ...(field.required ? { required: true } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(aliases.length === 0 ? {} : { aliases: Object.fromEntries(aliases) }),
    ...(field.deprecated === undefined ? {} : { deprecated: field.deprecated }),
    ...(field.sensitive === true ? { sensitive: true } : {}),
  };
}

function membersOf(node: TypeNode, catalog: Catalog): NormalizationPlan | undefined {
  switch (node.kind) {
    case "string":
      return stringShape(node);
    case "enum":
      return enumShape(node);
    case "array": {
      const items = membersOf(node.items, catalog);
      return items === undefined ? undefined : { kind: "array", items };
    }
    case "object":
      return objectShape(node, catalog);
    case "union":
      return unionShape(node, catalog);
    case "ref":
      if (!recursiveTypes(catalog).has(node.name)) return membersOf(followRef(node, catalog), catalog);
      return hasShape(node, catalog, new Set()) ? { kind: "ref", name: node.name } : undefined;
    default:
      return undefined;
  }
}

function stringShape(node: StringNode): NormalizationPlan | undefined {
  if (!node.trim && node.normalize === undefined && node.maxBytes === undefined && node.format === undefined) return;
  return {
    kind: "string",
    ...(node.trim ? { trim: true } : {}),
    ...(node.normalize === undefined ? {} : { case: node.normalize }),
    ...(node.maxBytes === undefined ? {} : { maxBytes: node.maxBytes }),
    ...(node.format === undefined ? {} : { format: node.format }),
  };
}

function enumShape(node: EnumNode): EnumPlan | undefined {
  const aliases = node.values.flatMap((value) => (value.aliases ?? []).map((alias) => [alias, value.value] as const));
  const deprecated = node.values.flatMap((value): [string, Deprecation][] =>
    value.deprecated === undefined ? [] : [[value.value, value.deprecated]],
  );
  if (node.normalize === undefined && aliases.length === 0 && deprecated.length === 0) return undefined;
  return {
    kind: "enum",
    ...(node.normalize === undefined ? {} : { case: node.normalize }),
    ...(aliases.length === 0 ? {} : { aliases: Object.fromEntries(aliases) }),
    ...(deprecated.length === 0 ? {} : { deprecated: Object.fromEntries(deprecated) }),
  };
}

/** Absent when no field and no other value asks for anything but to be there: `required` alone is JSON Schema's business. */
function objectShape(node: ObjectNode, catalog: Catalog): ObjectPlan | undefined {
  const fields = fieldShapes(node.fields, catalog);
  const rest = typeof node.open === "boolean" ? undefined : membersOf(node.open, catalog);
  const asks = Object.values(fields).some((field) => Object.keys(field).some((key) => key !== "required"));
  if (!asks && rest === undefined) return undefined;
  return { kind: "object", fields, ...(rest === undefined ? {} : { rest }) };
}

function unionShape(node: UnionNode, catalog: Catalog): NormalizationPlan | undefined {
  const options = node.of.map((option): UnionOption => {
    const shape = membersOf(option, catalog);
    const tag = unionTag(option, node.discriminator, catalog);
    return { tag, ...(shape === undefined ? {} : { shape }) };
  });
  if (options.every((option) => option.shape === undefined)) return undefined;
  return {
    kind: "union",
    ...(node.discriminator === undefined ? {} : { discriminator: node.discriminator }),
    options,
  };
}

/** Does anything inside a recursive type ask to be normalised? Types on the way are taken to ask for nothing themselves. */
function hasShape(node: TypeNode, catalog: Catalog, seen: Set<string>): boolean {
  switch (node.kind) {
    case "ref":
      if (seen.has(node.name)) return false;
      seen.add(node.name);
      return hasShape(followRef(node, catalog), catalog, seen);
    case "array":
      return hasShape(node.items, catalog, seen);
    case "union":
      return node.of.some((option) => hasShape(option, catalog, seen));
    case "object":
      return (
        node.fields.some((field) => asksByItself(field) || hasShape(field.type, catalog, seen)) ||
        (typeof node.open !== "boolean" && hasShape(node.open, catalog, seen))
      );
    default:
      return membersOf(node, catalog) !== undefined;
  }
}

function asksByItself(field: Field): boolean {
  return (
    field.default !== undefined ||
    field.deprecated !== undefined ||
    field.sensitive === true ||
    (field.aliases ?? []).length > 0
  );
}
