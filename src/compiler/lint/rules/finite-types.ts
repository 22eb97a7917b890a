import { oncePerCatalog } from "../../catalog/once-per-catalog.ts";
import type { TypeNode } from "../../catalog/type-node.ts";

/** Names of the types that have a finite value: the least fixed point over what they must contain. */
export const finiteTypes = oncePerCatalog((catalog): ReadonlySet<string> => {
  const finite = new Set<string>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const { name, type } of catalog.types) {
      if (finite.has(name) || !hasFiniteValue(type, finite)) continue;
      finite.add(name);
      grown = true;
    }
  }
  return finite;
});

function hasFiniteValue(type: TypeNode, finite: ReadonlySet<string>): boolean {
  if (type.nullable === true) return true;
  switch (type.kind) {
    case "ref":
      return finite.has(type.name);
    case "array":
      return (type.minItems ?? 0) === 0 || hasFiniteValue(type.items, finite);
    case "object":
      return type.fields.every((field) => !field.required || hasFiniteValue(field.type, finite));
    case "union":
      return type.of.some((option) => hasFiniteValue(option, finite));
    default:
      return true;
  }
}
