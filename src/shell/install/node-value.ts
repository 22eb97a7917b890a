import type { Json } from "../../contract/json.ts";
import { type JsoncNode, membersOf } from "../servers/jsonc.ts";

/** A tree's value, for comparing: every key is a key of its own, `__proto__` too. */
export function nodeValue(node: JsoncNode): Json {
  if (node.type === "object") {
    return Object.fromEntries(membersOf(node).map(({ name, value }) => [name, nodeValue(value)]));
  }
  if (node.type === "array") return (node.children ?? []).map(nodeValue);
  // The parser gives texts, numbers, truth values and null.
  return node.value as Json;
}
