import { isJsonObject } from "../../contract/json.ts";
import { type RawSchema, resolve } from "../json-schema/document.ts";
import { emptySet, type KeywordSet, type Part } from "../json-schema/keyword-set.ts";
import { mergeAllOf } from "../json-schema/merge-all-of.ts";
import { readKeywordSet } from "../json-schema/read-keyword-set.ts";
import { annotations } from "./keywords.ts";
import { quote } from "./read-scalar.ts";
import { type Reading, tooManyParts, widen } from "./reading.ts";

/**
 * The keywords of a schema, with its references followed and its `allOf` merged.
 * @param followed gets every schema that a reference led to
 * @returns undefined when that can't be done, which was reported
 */
export function flatten(reading: Reading, part: Part, followed: Set<RawSchema>): KeywordSet | undefined {
  const parts = chainOf(part).flatMap((one) => flattenOne(reading, one, followed, new Set()) ?? []);
  const [first, ...others] = parts;
  return first === undefined ? undefined : others.reduce((sum, other) => merge(reading, sum, other), first);
}

function chainOf(part: Part): readonly Part[] {
  const { schema, at, and } = part;
  return and === undefined ? [part] : [...chainOf(and), { schema, at }];
}

function flattenOne(
  reading: Reading,
  { schema: raw, at }: Part,
  followed: Set<RawSchema>,
  seen: ReadonlySet<RawSchema>,
): KeywordSet | undefined {
  if (!isJsonObject(raw)) return emptySet(at);
  const set = readKeywordSet(raw, at);
  if (seen.has(raw) || seen.size > maxSteps) {
    widen(reading, set, "$ref", "it leads back to itself", "any value");
    return undefined;
  }
  // Most schemas are merged with nothing.
  if (raw.$ref === undefined && raw.allOf === undefined) return set;
  // References to references double at each step.
  if (reading.budget.nodes-- <= 0) {
    widen(reading, set, "$ref", tooManyParts, "any value");
    return undefined;
  }
  const parts: KeywordSet[] = [];
  let isLost = false;
  const add = (member: Part) => {
    const flat = flattenOne(reading, member, followed, new Set([...seen, raw]));
    if (member.schema === false) {
      widen(reading, set, "allOf", "no value is allowed, which no type can express", "the rest of it");
    } else if (flat === undefined) isLost = true;
    else parts.push(flat);
  };
  if (typeof raw.$ref === "string") {
    const target = resolve(raw.$ref, raw, reading.document);
    if (target !== undefined && !reading.open.has(target.schema)) {
      followed.add(target.schema);
      add(target);
    } else {
      const why =
        target === undefined
          ? `${quote(raw.$ref)} is not in this schema; nothing is fetched`
          : "it leads back into the schema that contains it, which is not a plain object";
      widen(reading, set, "$ref", why, "any value");
      isLost = true;
    }
  }
  set.allOf.forEach(add);
  const sources = [...set.sources].filter(([keyword]) => keyword !== "$ref" && keyword !== "allOf");
  const own = { ...set, sources: new Map(sources), allOf: [] };
  const isEmpty = parts.length === 0 && sources.every(([keyword]) => annotations.has(keyword));
  return isLost && isEmpty ? undefined : parts.reduce((sum, other) => merge(reading, sum, other), own);
}

const maxSteps = 100;

/** Where two keywords can't be expressed together the first is kept. */
export function merge(reading: Reading, a: KeywordSet, b: KeywordSet): KeywordSet {
  const { set, clashes } = mergeAllOf(a, b);
  const give = (keyword: string, of: KeywordSet) =>
    widen(reading, of, keyword, "it can't be expressed together with the rest of 'allOf'", "the other one");
  // These are reported wherever they stand.
  for (const { keyword, of } of clashes) if (!keyword.startsWith("unevaluated")) give(keyword, of);
  if (set.types?.length === 0 && a.types !== undefined) {
    give("type", b);
    set.types = a.types;
  }
  if (set.values?.length === 0 && a.values !== undefined) {
    give(b.constant === true ? "const" : "enum", b);
    set.values = a.values;
  }
  return set;
}
