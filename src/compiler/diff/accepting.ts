import type { ComparableType, ComparedField, EnumTypeValue } from "./comparable-type.ts";
import type { ComparedCatalog, ComparedTool } from "./compared.ts";

/**
 * What callers may really send: other spellings of enum values are accepted though they are not published. Only for
 * comparing; the copies are never emitted.
 */
export function acceptingCatalog(catalog: ComparedCatalog): ComparedCatalog {
  if (!catalog.types.some(({ type }) => hasSpellings(type))) return catalog;
  return { ...catalog, types: catalog.types.map((type) => ({ ...type, type: acceptingType(type.type) })) };
}

export function acceptingTool(tool: ComparedTool): ComparedTool {
  return tool.params.some(({ type }) => hasSpellings(type))
    ? { ...tool, params: tool.params.map(acceptingField) }
    : tool;
}

export function acceptingField(field: ComparedField): ComparedField {
  return hasSpellings(field.type) ? { ...field, type: acceptingType(field.type) } : field;
}

/** What has none stays the same thing, so that what was made of it is known. */
function hasSpellings(node: ComparableType): boolean {
  switch (node.kind) {
    case "enum":
      return node.values.some(({ aliases = [] }) => aliases.length > 0);
    case "array":
      return hasSpellings(node.items);
    case "object":
      return (
        node.fields.some(({ type }) => hasSpellings(type)) ||
        (typeof node.open !== "boolean" && hasSpellings(node.open))
      );
    case "union":
      return node.discriminator === undefined && node.of.some(hasSpellings);
    default:
      return false;
  }
}

function acceptingType(node: ComparableType): ComparableType {
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

function spellings(value: EnumTypeValue): EnumTypeValue[] {
  return (value.aliases ?? []).map((alias) => ({ value: alias }));
}
