import type { Field, Tool } from "../catalog/catalog.ts";
import type { TypeNode } from "../catalog/type-node.ts";

/** Enum values that a signature names before the ellipsis. */
const maxValues = 8;
/** Fields of a result that it names. */
const maxFields = 12;

/** A tool on one line, for a model that chooses: `note_get(id: integer, full?: boolean = false) → {note, links?}`. */
export function signatureOf(tool: Tool): string {
  return `${tool.name}(${tool.params.map(param).join(", ")}) → ${resultText(tool.returns)}`;
}

function param({ name, required, type, default: value }: Field): string {
  const shown = value === undefined ? "" : ` = ${JSON.stringify(value)}`;
  return `${name}${required ? "" : "?"}: ${typeText(type)}${shown}`;
}

function typeText(node: TypeNode): string {
  const text = plainText(node);
  return node.nullable === true ? `${text}|null` : text;
}

function plainText(node: TypeNode): string {
  switch (node.kind) {
    case "enum": {
      const shown = node.values.slice(0, maxValues).map(({ value }) => value);
      return `${shown.join("|")}${node.values.length > maxValues ? "|…" : ""}`;
    }
    case "integer":
    case "number": {
      const low = node.min ?? node.above;
      const high = node.max ?? node.below;
      return low === undefined && high === undefined ? node.kind : `${node.kind} ${low ?? ""}..${high ?? ""}`;
    }
    case "array": {
      const items = typeText(node.items);
      return /[| ]/.test(items) ? `(${items})[]` : `${items}[]`;
    }
    case "object":
      return node.fields.length === 0 ? "object" : `{${fieldNames(node.fields)}}`;
    case "union":
      return node.of.map(typeText).join("|");
    case "ref":
      return node.name;
    case "json":
      return "any";
    default:
      return node.kind === "string" && node.format !== undefined ? node.format : node.kind;
  }
}

function resultText(node: TypeNode): string {
  return node.kind === "object" && node.fields.length > 0 ? `{${fieldNames(node.fields)}}` : typeText(node);
}

function fieldNames(fields: readonly Field[]): string {
  const names = fields.slice(0, maxFields).map(({ name, required }) => `${name}${required ? "" : "?"}`);
  return `${names.join(", ")}${fields.length > maxFields ? ", …" : ""}`;
}
