import type { JsonSchema, SubSchema } from "../../contract/json-schema.ts";

// The text of functions that collect what `unevaluatedProperties` and `unevaluatedItems` don't judge, beside the printed checks. It does
// what `contract/evaluated.ts` does.

export type Evaluated = "names" | "items";

/** What the printer of checks gives. */
export interface Printing {
  /** An expression; "true" where every value is right. */
  readonly check: (schema: SubSchema, value: string) => string;
  readonly matches: (pattern: string, value: string) => string;
  readonly isThere: (name: string, value: string) => string;
  /** Name of a function that collects for what a reference leads to. */
  readonly collector: ($ref: string, what: Evaluated) => string;
}

/** Statements that add to `seen` what a schema judges of `value`, an object or an array. */
export function collecting(schema: SubSchema, what: Evaluated, printing: Printing): string {
  if (typeof schema === "boolean") return "";
  const { $ref, allOf = [], anyOf = [], oneOf = [], if: condition, dependentSchemas = {} } = schema;
  const inner = (part: SubSchema | undefined) => (part === undefined ? "" : collecting(part, what, printing));
  const whenTaken = (part: SubSchema) => when(printing.check(part, "value"), inner(part));
  const lines = [
    what === "names" ? ownNames(schema, printing) : ownItems(schema, printing),
    $ref === undefined ? "" : `${printing.collector($ref, what)}(value, seen);`,
    ...allOf.map(inner),
    ...[...anyOf, ...oneOf].map(whenTaken),
    ...Object.entries(dependentSchemas).map(([name, part]) => when(printing.isThere(name, "value"), inner(part))),
  ];
  if (condition !== undefined) {
    const [taken, refused] = [`${inner(condition)}${inner(schema.then)}`, inner(schema.else)];
    if (taken !== "" || refused !== "")
      lines.push(`if (${printing.check(condition, "value")}) {${taken}} else {${refused}}`);
  }
  return lines.join("");
}

function when(condition: string, statements: string): string {
  return statements === "" ? "" : `if (${condition}) {${statements}}`;
}

function ownNames(schema: JsonSchema, { matches }: Printing): string {
  const { properties = {}, patternProperties = {}, additionalProperties, unevaluatedProperties } = schema;
  if (additionalProperties !== undefined || unevaluatedProperties !== undefined) {
    return "for (const key of Object.keys(value)) seen.add(key);";
  }
  const names = Object.keys(properties);
  const tests = Object.keys(patternProperties).map((pattern) => matches(pattern, "key"));
  return [
    ...(names.length === 0 ? [] : [`for (const key of ${JSON.stringify(names)}) seen.add(key);`]),
    ...(tests.length === 0 ? [] : [`for (const key of Object.keys(value)) if (${tests.join(" || ")}) seen.add(key);`]),
  ].join("");
}

function ownItems({ prefixItems = [], items, contains, unevaluatedItems }: JsonSchema, { check }: Printing): string {
  if (items !== undefined || unevaluatedItems !== undefined) return "value.forEach((_, index) => seen.add(index));";
  return [
    ...(prefixItems.length === 0
      ? []
      : [`for (let index = 0; index < ${prefixItems.length}; index++) seen.add(index);`]),
    ...(contains === undefined
      ? []
      : [`value.forEach((item, index) => { if (${check(contains, "item")}) seen.add(index); });`]),
  ].join("");
}
