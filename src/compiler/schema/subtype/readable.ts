import { isJsonObject } from "../../../contract/json.ts";
import { compilePattern } from "../pattern/meets-pattern.ts";
import { type Keywords, type SchemaDocument, targetsOf } from "./document.ts";
import { dependenciesOf, divisorOf, listOf, patternsOf, shapeOf, tupleOf, typesOf } from "./read-keywords.ts";
import { Undecidable } from "./undecidable.ts";

/**
 * Reads everything that a document's root leads to, so that a broken schema is refused before any value is judged.
 * @throws Undecidable saying what is broken
 */
export function refuseUnreadable(document: SchemaDocument): void {
  for (const raw of document.reachable) {
    typesOf(raw, document.nullable);
    divisorOf(raw);
    targetsOf(raw, document);
    for (const pattern of patternsOf(raw)) compilePattern(pattern);
    for (const [pattern] of shapeOf(raw)?.patterns ?? []) compilePattern(pattern);
    for (const child of children(raw)) {
      if (typeof child !== "boolean" && !isJsonObject(child)) {
        throw new Undecidable("a schema is neither an object nor a boolean");
      }
    }
  }
}

function children(raw: Keywords): readonly unknown[] {
  const shape = shapeOf(raw);
  const tuple = tupleOf(raw);
  const single = [raw.not, raw.if, raw.then, raw.else, raw.contains, raw.propertyNames, shape?.rest, tuple?.rest];
  return [
    ...single.filter((child) => child !== undefined),
    ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => listOf(raw, keyword) ?? []),
    ...(tuple?.prefix ?? []),
    ...(shape === undefined ? [] : [...shape.properties.values(), ...shape.patterns.map(([, schema]) => schema)]),
    ...dependenciesOf(raw).flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
  ];
}
