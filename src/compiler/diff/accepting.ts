import type { Catalog, Field, Tool } from "../catalog/catalog.ts";
import type { EnumValue, TypeNode } from "../catalog/type-node.ts";

/**
 * What callers may really send: other spellings of enum values are accepted though they are not published. Only for
 * comparing; the copies are never emitted.
 */
export function acceptingCatalog(catalog: Catalog): Catalog {
  return { ...catalog, types: catalog.types.map((type) => ({ ...type, type: acceptingType(type.type) })) };
}

export function acceptingTool(tool: Tool): Tool {
  return { ...tool, params: tool.params.map(acceptingField) };
}

export function acceptingField(field: Field): Field {
  return { ...field, type: acceptingType(field.type) };
}

function acceptingType(node: TypeNode): TypeNode {
  switch (node.kind) {
    case "enum":
      return { ...node, values: node.values.flatMap((value) => [value, ...spellings(value)]) };
    case "array":
      return { ...node, items: acceptingType(node.items) };
    case "object":
      return {
        ...node,
        fields: node.fields.map(acceptingField),
        open: typeof node.open === "boolean" ? node.open : acceptingType(node.open),
      };
    case "union":
      return node.discriminator === undefined ? { ...node, of: node.of.map(acceptingType) } : node;
    default:
      return node;
  }
}

function spellings(value: EnumValue): EnumValue[] {
  return (value.aliases ?? []).map((alias) => ({ value: alias }));
}
