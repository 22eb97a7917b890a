/** JSON as a type: what travels in arguments, results and snapshots. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };
/** JSON in whose objects a member that is absent may also be undefined: what open objects with optional members fit. */
export type OpenJson = Json | readonly OpenJson[] | { readonly [key: string]: OpenJson | undefined };

/** True for a plain JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The items of a list; of anything else there are none. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** @returns undefined for a text that is not JSON */
export function jsonIn(text: string): Json | undefined {
  try {
    // JSON.parse yields nothing but JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
