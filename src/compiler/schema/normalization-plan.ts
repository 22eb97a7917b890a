import type { Deprecation } from "../../contract/deprecation.ts";
import type {
  EnumPlan,
  FieldPlan,
  NormalizationPlan,
  ObjectPlan,
  PlanDefinitions,
  UnionOption,
} from "../../contract/normalization-plan.ts";
import type { Catalog, Field, Tool, ToolAlias } from "../catalog/catalog.ts";
import { oncePerCatalog, remembered } from "../catalog/lookup.ts";
import { ownName } from "../catalog/own-names.ts";
import type { EnumNode, ObjectNode, RefNode, StringNode, TypeNode, UnionNode } from "../catalog/type-node.ts";
import { followRef, holdsSensitive, recursiveTypes, variesByForm } from "./named-types.ts";
import { unionTag } from "./union-tag.ts";

// IR → what is done to arguments before they are checked. Parts that are only checked leave no trace here.

/** How a tool's arguments are normalised. All params stand in it, so that it also tells which names are known. */
export const inputPlan = remembered(
  (tool: Tool, catalog: Catalog): NormalizationPlan => withPassing(tool, rootPlan(tool.params, catalog)),
);

/** The same by the names that handlers know: what the TypeBox value of their input is refined by. */
export function handlerPlan(tool: Tool, catalog: Catalog): NormalizationPlan {
  const isSpeltAlike = !tool.params.some((param) => param.own !== undefined || variesByForm(param.type, catalog));
  return isSpeltAlike ? inputPlan(tool, catalog) : withPassing(tool, rootPlan(tool.params.map(inOwnNames), catalog));
}

function withPassing({ unknownParams }: Tool, plan: ObjectPlan): ObjectPlan {
  return unknownParams === "pass" ? { ...plan, passes: true } : plan;
}

function inOwnNames(field: Field): Field {
  return { ...field, name: ownName(field), type: typeInOwnNames(field.type) };
}

function typeInOwnNames(node: TypeNode): TypeNode {
  switch (node.kind) {
    case "array":
      return { ...node, items: typeInOwnNames(node.items) };
    case "object": {
      const open = typeof node.open === "boolean" ? node.open : typeInOwnNames(node.open);
      return { ...node, fields: node.fields.map(inOwnNames), open };
    }
    case "union": {
      const { discriminator } = node;
      const [first] = node.of;
      const field = first?.kind === "object" ? first.fields.find(({ name }) => name === discriminator) : undefined;
      return {
        ...node,
        of: node.of.map(typeInOwnNames),
        ...(field === undefined ? {} : { discriminator: ownName(field) }),
      };
    }
    default:
      return node;
  }
}

/** The same for the old params of an alias that has a function of its own. */
export function aliasPlan(alias: ToolAlias, _tool: Tool, catalog: Catalog): NormalizationPlan {
  return rootPlan(alias.params, catalog);
}

/** Which parts of a result must not reach a log; undefined where all may. */
export function outputPlan(result: TypeNode, catalog: Catalog): NormalizationPlan | undefined {
  return holdsSensitive(result, catalog) ? planOf(result, catalog) : undefined;
}

/** How a single value of this type is normalised; undefined when nothing is done to it. */
export function typePlan(node: TypeNode, catalog: Catalog): NormalizationPlan | undefined {
  return planOf(node, catalog);
}

/** Plans of the recursive types that have one; all other references are inlined. */
export const planDefinitions = oncePerCatalog((catalog): PlanDefinitions => {
  const recursive = recursiveTypes(catalog);
  const entries = catalog.types
    .filter((type) => recursive.has(type.name))
    .map((type) => [type.name, planOf(type.type, catalog)] as const)
    .filter((entry): entry is readonly [string, NormalizationPlan] => entry[1] !== undefined);
  return Object.fromEntries(entries);
});

function rootPlan(params: readonly Field[], catalog: Catalog): ObjectPlan {
  return { kind: "object", fields: fieldPlans(params, catalog) };
}

function fieldPlans(fields: readonly Field[], catalog: Catalog): ObjectPlan["fields"] {
  return Object.fromEntries(fields.map((field) => [field.name, fieldPlan(field, catalog)]));
}

function fieldPlan(field: Field, catalog: Catalog): FieldPlan {
  const plan = planOf(field.type, catalog);
  const aliases = (field.aliases ?? []).map((alias) => [alias.name, alias.deprecated ?? null] as const);
  return {
    ...(plan === undefined ? {} : { plan }),
    ...(field.required ? { required: true } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(aliases.length === 0 ? {} : { aliases: Object.fromEntries(aliases) }),
    ...(field.deprecated === undefined ? {} : { deprecated: field.deprecated }),
    ...(field.sensitive === true ? { sensitive: true } : {}),
  };
}

function planOf(node: TypeNode, catalog: Catalog): NormalizationPlan | undefined {
  switch (node.kind) {
    case "string":
      return stringPlan(node);
    case "enum":
      return enumPlan(node);
    case "array": {
      const items = planOf(node.items, catalog);
      return items === undefined ? undefined : { kind: "array", items };
    }
    case "object":
      return objectPlan(node, catalog);
    case "union":
      return unionPlan(node, catalog);
    case "ref":
      if (!recursiveTypes(catalog).has(node.name)) return namedPlan(node, catalog);
      return hasPlan(node, catalog, new Set()) ? { kind: "ref", name: node.name } : undefined;
    default:
      return undefined;
  }
}

/** Many tools take or return the same types. */
function namedPlan(node: RefNode, catalog: Catalog): NormalizationPlan | undefined {
  const plans = namedPlans(catalog);
  if (!plans.has(node.name)) plans.set(node.name, planOf(followRef(node, catalog), catalog));
  return plans.get(node.name);
}

const namedPlans = oncePerCatalog((): Map<string, NormalizationPlan | undefined> => new Map());

function stringPlan(node: StringNode): NormalizationPlan | undefined {
  if (!node.trim && node.normalize === undefined && node.maxBytes === undefined && node.format === undefined) return;
  return {
    kind: "string",
    ...(node.trim ? { trim: true } : {}),
    ...(node.normalize === undefined ? {} : { case: node.normalize }),
    ...(node.maxBytes === undefined ? {} : { maxBytes: node.maxBytes }),
    ...(node.format === undefined ? {} : { format: node.format }),
  };
}

function enumPlan(node: EnumNode): EnumPlan | undefined {
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
function objectPlan(node: ObjectNode, catalog: Catalog): ObjectPlan | undefined {
  const fields = fieldPlans(node.fields, catalog);
  const rest = typeof node.open === "boolean" ? undefined : planOf(node.open, catalog);
  const asks = Object.values(fields).some((field) => Object.keys(field).some((key) => key !== "required"));
  if (!asks && rest === undefined) return undefined;
  return { kind: "object", fields, ...(rest === undefined ? {} : { rest }) };
}

function unionPlan(node: UnionNode, catalog: Catalog): NormalizationPlan | undefined {
  const options = node.of.map((option): UnionOption => {
    const plan = planOf(option, catalog);
    const tag = unionTag(option, node.discriminator, catalog);
    return { tag, ...(plan === undefined ? {} : { plan }) };
  });
  if (options.every((option) => option.plan === undefined)) return undefined;
  return {
    kind: "union",
    ...(node.discriminator === undefined ? {} : { discriminator: node.discriminator }),
    options,
  };
}

/** Does anything inside a recursive type ask to be normalised? Types on the way are taken to ask for nothing themselves. */
function hasPlan(node: TypeNode, catalog: Catalog, seen: Set<string>): boolean {
  switch (node.kind) {
    case "ref":
      if (seen.has(node.name)) return false;
      seen.add(node.name);
      return hasPlan(followRef(node, catalog), catalog, seen);
    case "array":
      return hasPlan(node.items, catalog, seen);
    case "union":
      return node.of.some((option) => hasPlan(option, catalog, seen));
    case "object":
      return (
        node.fields.some((field) => asksByItself(field) || hasPlan(field.type, catalog, seen)) ||
        (typeof node.open !== "boolean" && hasPlan(node.open, catalog, seen))
      );
    default:
      return planOf(node, catalog) !== undefined;
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
