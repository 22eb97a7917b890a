import { oncePerObject } from "../../contract/once-per-object.ts";
import type { Catalog, Field } from "../catalog/catalog.ts";
import { namedType } from "../catalog/lookup.ts";
import type { RefNode, TypeNode } from "../catalog/type-node.ts";

/**
 * The type that a reference means: the named type, with what the reference itself adds (nullable, its own description).
 * @throws when the name is unknown; `resolve` reported it and the catalog should not have come here
 */
export function followRef(ref: RefNode, catalog: Catalog): TypeNode {
  const type = namedType(ref.name, catalog);
  if (type === undefined) throw new Error(`invariant: no type named '${ref.name}' in the catalog`);
  const description = ref.description ?? type.description;
  return {
    ...type,
    ...(ref.nullable === true ? { nullable: true } : {}),
    ...(description === undefined ? {} : { description }),
  };
}

/** True when a field inside has a default, or another name for handlers: then what callers send and what handlers get are two schemas. */
export const variesByForm = holding((field) => field.own !== undefined || field.default !== undefined);

/** True when a field inside must not reach a log. */
export const holdsSensitive = holding((field) => field.sensitive === true);

/** @returns whether a type has such a field, in itself or in a type that it refers to */
function holding(isSuch: (field: Field) => boolean): (node: TypeNode, catalog: Catalog) => boolean {
  const holds = (node: TypeNode): boolean => {
    switch (node.kind) {
      case "array":
        return holds(node.items);
      case "union":
        return node.of.some(holds);
      case "object":
        return (
          node.fields.some((field) => isSuch(field) || holds(field.type)) ||
          (typeof node.open !== "boolean" && holds(node.open))
        );
      default:
        return false;
    }
  };
  const namesOf = oncePerObject((types: Catalog["types"]): ReadonlySet<string> => {
    const names = new Set(types.filter(({ type }) => holds(type)).map(({ name }) => name));
    const found = () => types.find(({ name, type }) => !names.has(name) && refsIn(type).some((ref) => names.has(ref)));
    for (let next = found(); next !== undefined; next = found()) names.add(next.name);
    return names;
  });
  return (node, catalog) => {
    const names = namesOf(catalog.types);
    return holds(node) || (names.size > 0 && refsIn(node).some((name) => names.has(name)));
  };
}

/** Names of the types that contain themselves, directly or through others; only these need a `$ref`. */
export function recursiveTypes(catalog: Catalog): ReadonlySet<string> {
  return recursiveOf(catalog.types);
}

const recursiveOf = oncePerObject((types: Catalog["types"]): ReadonlySet<string> => {
  const uses = new Map(types.map((type) => [type.name, new Set(refsIn(type.type))]));
  return new Set([...uses.keys()].filter((name) => reaches(name, name, uses)));
});

function reaches(from: string, to: string, uses: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set<string>();
  const waiting = [...(uses.get(from) ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === to) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    waiting.push(...(uses.get(name) ?? []));
  }
  return false;
}

/** The named types that a type refers to, those inside it too. */
export function refsIn(node: TypeNode): string[] {
  switch (node.kind) {
    case "ref":
      return [node.name];
    case "array":
      return refsIn(node.items);
    case "union":
      return node.of.flatMap(refsIn);
    case "object":
      return [
        ...node.fields.flatMap((field) => refsIn(field.type)),
        ...(typeof node.open === "boolean" ? [] : refsIn(node.open)),
      ];
    default:
      return [];
  }
}
