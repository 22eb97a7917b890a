import type { JsonSchema, SubSchema } from "../../contract/json-schema.ts";
import type { Field } from "../catalog/catalog.ts";
import { namedType } from "../catalog/lookup.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { isPresent } from "../schema/json-schema.ts";
import { isOpenObject } from "./schema-type.ts";
import type { TypeScope } from "./type-scope.ts";

// The type of members that have no name, of an object that may have any. Those with a name have to fit it, too: it is `OpenJson`
// where one of them holds an open object with members that may be undefined, which fits no `Json`.

type Scope = Pick<TypeScope, "catalog" | "file" | "form" | "isStrict">;

/** @param named the members that have a name */
export function restType(named: readonly Field[], scope: Scope): string {
  const seen = new Set<string>();
  const isOpen = named.some(({ type }) => holdsUndefined(type, scope, seen));
  return imported(isOpen, scope);
}

/** The same for properties of a schema. */
export function restTypeOfSchemas(named: readonly JsonSchema[], scope: Scope): string {
  const seen = new Set<string>();
  const isOpen = named.some((schema) => schemaHoldsUndefined(schema, scope, seen));
  return imported(isOpen, scope);
}

function imported(isOpen: boolean, { file }: Scope): string {
  return file.importType(isOpen ? "OpenJson" : "Json", "pegboard/runtime");
}

/** @param seen named types that were looked at */
function holdsUndefined(node: TypeNode, scope: Scope, seen: Set<string>): boolean {
  switch (node.kind) {
    case "array":
      return holdsUndefined(node.items, scope, seen);
    case "union":
      return node.of.some((option) => holdsUndefined(option, scope, seen));
    case "ref":
      return namedHoldsUndefined(node.name, scope, seen);
    case "json":
      return node.schema !== undefined && schemaHoldsUndefined(node.schema, scope, seen);
    case "object": {
      const { open, fields } = node;
      const isOpen = open !== false && !(scope.isStrict === true && open === true);
      if (isOpen && fields.some((field) => !isPresent(field, scope.form))) return true;
      const inner = [...fields.map(({ type }) => type), ...(typeof open === "object" ? [open] : [])];
      return inner.some((type) => holdsUndefined(type, scope, seen));
    }
    default:
      return false;
  }
}

function namedHoldsUndefined(name: string, scope: Scope, seen: Set<string>): boolean {
  if (seen.has(name)) return false;
  seen.add(name);
  const type = namedType(name, scope.catalog);
  return type !== undefined && holdsUndefined(type, scope, seen);
}

function schemaHoldsUndefined(schema: SubSchema, scope: Scope, seen: Set<string>): boolean {
  if (typeof schema !== "object") return false;
  const { $ref, type, properties = {}, required = [], items, anyOf = [], oneOf = [], additionalProperties } = schema;
  if ($ref !== undefined) return namedHoldsUndefined($ref.replace("#/$defs/", ""), scope, seen);
  const isOpen =
    [type].flat().includes("object") && (schema.patternProperties !== undefined || isOpenObject(schema, scope));
  if (isOpen && Object.keys(properties).some((name) => !required.includes(name))) return true;
  const inner = [
    ...Object.values(properties),
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
    ...anyOf,
    ...oneOf,
  ];
  return inner.some((each) => schemaHoldsUndefined(each, scope, seen));
}
