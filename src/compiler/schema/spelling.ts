import type { Spelling } from "../../contract/spelling.ts";
import type { Catalog, Field } from "../catalog/catalog.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { unionTag } from "./union-tag.ts";

// IR → how names on the wire and own names become each other. Types of which both are the same leave no trace here.

/** Of the arguments of a tool; undefined where callers spell everything as its handler does. */
export function paramsSpelling(params: readonly Field[], catalog: Catalog): Spelling | undefined {
  return fieldsSpelling(params, undefined, catalog);
}

/** Of a value of a type. Named types have one spelling, so a reference has none of its own. */
export function typeSpelling(node: TypeNode, catalog: Catalog): Spelling | undefined {
  switch (node.kind) {
    case "array": {
      const items = typeSpelling(node.items, catalog);
      return items === undefined ? undefined : { kind: "array", items };
    }
    case "object": {
      const rest = typeof node.open === "boolean" ? undefined : typeSpelling(node.open, catalog);
      return fieldsSpelling(node.fields, rest, catalog);
    }
    case "union": {
      const { discriminator, of } = node;
      const options = of.map((option) => {
        const spelling = typeSpelling(option, catalog);
        const constant = constantOf(option, discriminator);
        const tag = unionTag(option, discriminator, catalog);
        return { tag, ...(constant?.own === undefined ? {} : { own: constant.own }), ...(spelling && { spelling }) };
      });
      if (options.every(({ spelling }) => spelling === undefined)) return undefined;
      return { kind: "union", ...(discriminator === undefined ? {} : { discriminator }), options };
    }
    default:
      return undefined;
  }
}

function constantOf(option: TypeNode, discriminator: string | undefined): Field | undefined {
  return option.kind === "object" ? option.fields.find(({ name }) => name === discriminator) : undefined;
}

function fieldsSpelling(fields: readonly Field[], rest: Spelling | undefined, catalog: Catalog): Spelling | undefined {
  const spelled = fields.map(({ name, own, type }) => ({ name, own, inside: typeSpelling(type, catalog) }));
  if (rest === undefined && spelled.every(({ own, inside }) => own === undefined && inside === undefined))
    return undefined;
  return {
    kind: "object",
    fields: spelled.map(({ name, own, inside }) => ({
      name,
      ...(own === undefined ? {} : { own }),
      ...(inside === undefined ? {} : { inside }),
    })),
    ...(rest === undefined ? {} : { rest }),
  };
}
