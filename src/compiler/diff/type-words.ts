import type { Json } from "../../contract/json.ts";
import { type ComparableType, type EnumType, membersOf } from "./comparable-type.ts";

/** A type in a sentence: "an integer". */
export function withArticle(node: ComparableType): string {
  const noun = nounOf(node);
  if (node.kind === "never") return noun;
  return `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}

function nounOf(node: ComparableType): string {
  switch (node.kind) {
    case "json":
      return "JSON value";
    case "ref":
      return node.name;
    case "never":
      return "nothing";
    default:
      return node.kind;
  }
}

/** The values of an enum: "'a', 'b'". */
export function valueList(node: EnumType): string {
  return node.values.map(({ value }) => quoted(value)).join(", ");
}

/** A value in a sentence: texts in quotes, anything else as JSON. */
export function quoted(value: Json): string {
  return typeof value === "string" ? `'${value}'` : JSON.stringify(value);
}

export function isNumeric(node: ComparableType): node is ComparableType & { kind: "integer" | "number" } {
  return node.kind === "integer" || node.kind === "number";
}

/** Takes every JSON value. */
export function isAny(node: ComparableType): boolean {
  return (
    node.kind === "json" && membersOf(node).length === 0 && node.not === undefined && node.conditional === undefined
  );
}

/** An object that names no field and takes any: the caller chooses the names. */
export function isFreeForm(node: ComparableType | undefined): boolean {
  return node?.kind === "object" && node.fields.length === 0 && node.open !== false;
}
