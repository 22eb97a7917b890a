import type { Json, JsonObject } from "../../../contract/json.ts";
import { sha256 } from "../sha256.ts";

// Lists come from any server. What is too deep to be walked safely is replaced by what stands for it.

/**
 * Stands for a schema that is not looked into: a reference that can't be followed, so every comparison with it is
 * undecided unless the other side has the very same.
 */
export function opaqueSchema(schema: unknown, root: unknown): JsonObject {
  const own = wordsOf(schema);
  // Where references lead is a matter of the whole document.
  const refers = own.includes('"$ref"');
  return { $dynamicRef: `#unread-${hash(own)}${refers ? `-${digestOfRoot(root)}` : ""}` };
}

/** A reason from a comparison, for people: what stands for a part that was not read means nothing to them. */
export function plainReason(reason: string): string {
  return reason.replace(/the reference #unread-\S+ leads nowhere in this document/, "it nests too deep");
}

const roots = new WeakMap<object, string>();

function digestOfRoot(root: unknown): string {
  if (typeof root !== "object" || root === null) return digest(root);
  const known = roots.get(root) ?? digest(root);
  roots.set(root, known);
  return known;
}

/** The value with everything below some levels replaced by its digest. */
export function cutBelow(value: Json, levels: number): Json {
  if (typeof value !== "object" || value === null) return value;
  if (levels <= 0) return `unread-${digest(value)}`;
  if (Array.isArray(value)) return value.map((child: Json) => cutBelow(child, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, cutBelow(child, levels - 1)]));
}

function digest(value: unknown): string {
  return hash(wordsOf(value));
}

function hash(words: readonly string[]): string {
  return sha256(words.join(" ")).slice(0, 16);
}

/** The same for equal values, whatever the order of their keys and however deep they are: no recursion. */
function wordsOf(value: unknown): readonly string[] {
  const words: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next instanceof Word) words.push(next.text);
    else if (Array.isArray(next)) {
      waiting.push(new Word("]"));
      for (const child of next) waiting.push(child);
      waiting.push(new Word("["));
    } else if (typeof next !== "object" || next === null) words.push(JSON.stringify(next) ?? "");
    else {
      waiting.push(new Word("}"));
      for (const key of Object.keys(next).sort()) {
        waiting.push((next as JsonObject)[key], new Word(JSON.stringify(key))); // its own key
      }
      waiting.push(new Word("{"));
    }
  }
  return words;
}

/** Text that was already written, among values that still have to be. */
class Word {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
