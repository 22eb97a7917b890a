import { followRefs } from "./definition.ts";
import { quoteName } from "./found.ts";
import { isJsonObject } from "./json.ts";
import type { JsonSchema } from "./json-schema.ts";
import { limits } from "./limits.ts";

/** Objects that are distinguished by the members that they need. */
export interface Alternatives {
  /** Such as `'a', 'b' with 'c'`. */
  readonly text: string;
  /** How many of them have all their members in a value. */
  readonly given: number;
}

/** @returns undefined for a value other than an object, and where one of them needs no member, or the same as another: then something else decides */
export function alternativesOf(
  options: readonly JsonSchema[],
  value: unknown,
  root: JsonSchema,
): Alternatives | undefined {
  if (!isJsonObject(value)) return undefined;
  const needed = options.map((option) => followRefs(option, root).required ?? []);
  const texts = needed.map((names) => names.map(quoteName).join(" with "));
  if (texts.length < 2 || texts.includes("") || new Set(texts).size < texts.length) return undefined;
  const rest = texts.length - limits.listedValues;
  return {
    text: `${texts.slice(0, limits.listedValues).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
    given: needed.filter((names) => names.every((name) => Object.hasOwn(value, name))).length,
  };
}
