import type { JsonType } from "../../contract/json-schema.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { rawTypeOf, type TypeNode } from "../catalog/type-node.ts";
import { followRef } from "./named-types.ts";

/**
 * What tells an option of a union from the others: the constant of the discriminator, or the JSON type (integers are
 * numbers, as `typeof` sees them).
 * @throws when the options can't be distinguished; `resolve` reported that and the catalog should not have come here
 */
export function unionTag(option: TypeNode, discriminator: string | undefined, catalog: Catalog): string {
  return discriminator === undefined ? jsonTypeOf(option, catalog) : constantOf(option, discriminator, catalog);
}

function jsonTypeOf(node: TypeNode, catalog: Catalog): Exclude<JsonType, "null" | "integer"> {
  switch (node.kind) {
    case "ref":
      return jsonTypeOf(followRef(node, catalog), catalog);
    case "integer":
      return "number";
    case "enum":
      return "string";
    case "json": {
      const type = rawTypeOf(node);
      if (type !== undefined && type !== "null") return type;
      throw new Error("invariant: a union's option has no JSON type of its own: json");
    }
    case "union":
      throw new Error(`invariant: a union's option has no JSON type of its own: ${node.kind}`);
    default:
      return node.kind;
  }
}

function constantOf(node: TypeNode, discriminator: string, catalog: Catalog): string {
  const object = node.kind === "ref" ? followRef(node, catalog) : node;
  const type = object.kind === "object" ? object.fields.find((field) => field.name === discriminator)?.type : undefined;
  const only = type?.kind === "enum" && type.values.length === 1 ? type.values[0] : undefined;
  if (only === undefined) throw new Error(`invariant: a union's option has no constant '${discriminator}'`);
  return only.value;
}
