// Members and bodies that are bytes: JSON has none, so a tool takes them in base64 and its handler sends what they encode.

import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";

export type Resolve = (schema: Json | undefined) => JsonObject;

/** @see OpenAPI 3.0.4, 4.8.14.3 (`format: binary`), and 3.1, 4.8.14.2 (`contentMediaType` without `contentEncoding`) */
export function isBytes(schema: Json | undefined, resolve: Resolve): boolean {
  const { type = "string", format, contentMediaType, contentEncoding } = resolve(schema);
  if (type !== "string" || contentEncoding !== undefined) return false;
  return format === "binary" || (typeof contentMediaType === "string" && !isTextType(contentMediaType));
}

/** A list of files, say. */
export function isBytesList(schema: Json | undefined, resolve: Resolve): boolean {
  const { type, items } = resolve(schema);
  return type === "array" && isBytes(items, resolve);
}

/** Of a body without a schema the media type alone says what it is. */
export function isBytesType(type: string): boolean {
  return /^(?:application\/octet-stream|(?:image|audio|video|font)\/[\w.+-]+)$/.test(type);
}

function isTextType(type: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)\b/.test(type);
}

/** The param in place of the bytes. */
export function base64Of(schema: Json | undefined, resolve: Resolve): JsonObject {
  const { description } = { ...resolve(schema), ...(isJsonObject(schema) ? schema : {}) };
  return {
    type: "string",
    description: typeof description === "string" ? `${description} (base64)` : "Bytes in base64",
  };
}

/** The param in place of a list of bytes. */
export function base64ListOf(schema: Json | undefined, resolve: Resolve): JsonObject {
  const { items, ...list } = resolve(schema);
  return { ...list, items: base64Of(items, resolve) };
}
