import { isJsonObject, type Json } from "../../contract/json.ts";
import type { JsoncNode } from "../servers/jsonc.ts";

/** A value as a tree like that of JSON, all of it at one place of its text. */
export function plainTree(value: Json, offset: number): JsoncNode {
  const at = { offset, length: 0 };
  if (Array.isArray(value)) return { ...at, type: "array", children: value.map((item) => plainTree(item, offset)) };
  if (isJsonObject(value)) {
    const children = Object.entries(value).map(([name, member]) => memberTree(name, plainTree(member, offset), offset));
    return { ...at, type: "object", children };
  }
  if (value === null) return { ...at, type: "null", value };
  if (typeof value === "string") return { ...at, type: "string", value };
  return typeof value === "number" ? { ...at, type: "number", value } : { ...at, type: "boolean", value };
}

/** A member of an object. */
export function memberTree(name: string, value: JsoncNode, offset: number): JsoncNode {
  const key: JsoncNode = { type: "string", value: name, offset, length: 0 };
  return { type: "property", offset, length: 0, children: [key, value] };
}
