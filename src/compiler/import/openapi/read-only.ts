// `readOnly` of OpenAPI: a property that the API says and requests leave out, also where it is required. A property is read-only for all
// schemas that apply to the same object.

import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { resolved } from "./references.ts";

/** @see OpenAPI 3.1, 4.8.24.1, "readOnly"; 3.0.3, 4.7.24.2 */
export function isReadOnly(property: Json, document: JsonObject): boolean {
  return applied(property, document, ["allOf"]).some(({ readOnly }) => readOnly === true);
}

export interface NamesOfObject {
  readonly readOnly: ReadonlySet<string>;
  /** Declared or required. */
  readonly named: ReadonlySet<string>;
}

/** Of all schemas that apply, or may apply, to the same object. */
export function namesOfObject(schema: Json, document: JsonObject): NamesOfObject {
  const readOnly = new Set<string>();
  const named = new Set<string>();
  for (const { properties, required, dependentRequired } of applied(schema, document, combining)) {
    const needed = [required, ...(isJsonObject(dependentRequired) ? Object.values(dependentRequired) : [])];
    for (const name of needed.flat()) if (typeof name === "string") named.add(name);
    for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
      named.add(name);
      if (isReadOnly(property, document)) readOnly.add(name);
    }
  }
  return { readOnly, named };
}

const combining = ["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"] as const;

/** The schema, what it refers to, and those under the keywords, however far. */
function applied(schema: Json, document: JsonObject, keywords: readonly string[]): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const waiting: Json[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isJsonObject(next) || found.has(next)) continue;
    found.add(next);
    if (typeof next.$ref === "string") waiting.push(resolved(next, document));
    for (const keyword of keywords) waiting.push(...schemasUnder(keyword, next[keyword]));
  }
  return [...found];
}

function schemasUnder(keyword: string, value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value;
  if (value === undefined || keyword !== "dependentSchemas") return value === undefined ? [] : [value];
  return isJsonObject(value) ? Object.values(value) : [];
}
