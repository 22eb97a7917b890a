import { isJsonObject } from "../../contract/json.ts";
import { isRecursive, type RawSchema, resolve, type SchemaDocument } from "../json-schema/document.ts";
import { isSnakeCase } from "./fold-name.ts";

/** Has a schema, or one that it refers to, a property that the language spells otherwise? A named type has one spelling. */
export function isSpelledOtherwise(schema: RawSchema, document: SchemaDocument): boolean {
  const seen = new Set<RawSchema>();
  const waiting: RawSchema[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    const { $ref, properties }: { readonly $ref?: unknown; readonly properties?: unknown } = next;
    if (isJsonObject(properties) && Object.keys(properties).some((name) => !isSnakeCase(name))) return true;
    if (typeof $ref === "string") waiting.push(resolve($ref, next, document)?.schema);
    waiting.push(...Object.values(next));
  }
  return false;
}

/** A type that holds itself must have a name, and can't have one where it is spelled otherwise. */
export function needsSchema(document: SchemaDocument): boolean {
  return [...document.schemas.keys()].some(
    (schema) => isRecursive(schema, document) && isSpelledOtherwise(schema, document),
  );
}
