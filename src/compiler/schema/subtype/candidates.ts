import { formatExamples, isFormatName } from "../../../contract/formats.ts";
import { isJsonObject, type Json } from "../../../contract/json.ts";
import type { JsonKind } from "../../json-schema/read-keywords.ts";
import type { Goal } from "./goal.ts";

/** Values worth trying before any search: what the schemas themselves show, then the plainest of each type. */
export function plainCandidates(goal: Goal, kinds: readonly JsonKind[]): readonly Json[] {
  const shown = goal.flatMap(({ node, sign }) => (sign ? shownBy(node.raw) : []));
  return [...shown, ...kinds.flatMap((kind) => plain[kind])];
}

const plain: { readonly [K in JsonKind]: readonly Json[] } = {
  string: ["a"],
  number: [1],
  boolean: [true],
  null: [null],
  array: [[]],
  object: [{}],
};

const maxShown = 4;

/** Declared examples, the default, an example of the format. */
export function shownBy(raw: unknown): readonly Json[] {
  if (!isJsonObject(raw)) return [];
  const shown: Json[] = [];
  // What stands in a schema came from JSON or YAML and is JSON.
  if (Array.isArray(raw.examples)) shown.push(...(raw.examples as readonly Json[]).slice(0, maxShown));
  if (raw.default !== undefined) shown.push(raw.default);
  if (typeof raw.format === "string" && isFormatName(raw.format)) shown.push(formatExamples[raw.format]);
  return shown;
}
