import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { checkable } from "./checkable.ts";
import { instances, objectWith } from "./subtype/instance.ts";
import { openDocument, readForm } from "./subtype/read-form.ts";

/** A small instance of a schema, for witnesses; undefined where none was found. Confirm it with `compileCheck`. */
export function smallestInstance(schema: unknown): Json | undefined {
  const root = checkable(schema);
  return instances(root, 1, openDocument(root))[0];
}

/** A small object of a schema that has the given properties. Confirm it with `compileCheck`. */
export function smallestObjectWith(schema: unknown, given: JsonObject): JsonObject | undefined {
  const root = checkable(schema);
  const document = openDocument(root);
  for (const branch of readForm(root, document).branches) {
    if (branch.kind === "object") return objectWith(branch, given, document);
  }
  return undefined;
}

/** A small instance of a property of an object schema. */
export function smallestProperty(schema: unknown, name: string): Json | undefined {
  const object = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  if (!Object.hasOwn(object, name)) return undefined;
  const root = checkable(schema);
  const document = openDocument(root);
  const property = (root as { readonly properties: { readonly [name: string]: unknown } }).properties[name]; // as above
  return instances(property, 1, document)[0];
}
