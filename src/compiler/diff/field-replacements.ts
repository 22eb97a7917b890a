import { sameJson } from "../../contract/alias.ts";
import { singular, wordsOf } from "../lint/name-words.ts";
import { contentWords, similarity } from "../lint/words.ts";
import type { ComparedField } from "./comparable-type.ts";
import type { RenamedParams } from "./renamed-params.ts";

export interface FieldReplacement {
  readonly field: ComparedField;
  /** It answers to the old name; otherwise it only looks like the same field. */
  readonly alias: boolean;
}

interface Sides {
  readonly head: readonly ComparedField[];
  /** Those of the base whose name the head does not have, and the other way round. */
  readonly removed: readonly ComparedField[];
  readonly added: readonly ComparedField[];
  /** Params that several tools call otherwise alike. */
  readonly renamed?: RenamedParams;
}

/** More that come and go at once are another object, not renames. */
const maxPairs = 2500;

/**
 * The field that answers to the old name, else the one new field that is like it: of the same type with the same words, or
 * with nearly the same name or words. Two that are alike, on either side, are none.
 */
export function replacementOf(
  was: ComparedField,
  { head, removed, added, renamed }: Sides,
): FieldReplacement | undefined {
  const named = head.find((one) => one.aliases?.some((alias) => alias.name === was.name) === true);
  if (named !== undefined) return { field: named, alias: true };
  if (removed.length * added.length > maxPairs) return undefined;
  const elsewhere = added.find(({ name }) => name === renamed?.get(was.name));
  if (elsewhere !== undefined) return { field: elsewhere, alias: false };
  for (const minSimilarity of [isSame, isLike, isPlural, isLonger]) {
    const [only, ...more] = added.filter((one) => minSimilarity(was, one));
    if (only === undefined) continue;
    if (more.length > 0 || removed.filter((one) => minSimilarity(one, only)).length > 1) return undefined;
    return { field: only, alias: false };
  }
  return undefined;
}

function isSame(was: ComparedField, is: ComparedField): boolean {
  return sameJson(was.type, is.type) && was.description === is.description;
}

/** One value became a list of such values, and the name its plural. */
function isPlural(was: ComparedField, { name, type }: ComparedField): boolean {
  return type.kind === "array" && type.items.kind === was.type.kind && name !== was.name && singular(name) === was.name;
}

/** The same type, all words of the shorter name in the longer one, and a word of both texts: `args` became `launchArgs`. */
function isLonger(was: ComparedField, is: ComparedField): boolean {
  if (was.type.kind !== is.type.kind || was.required !== is.required) return false;
  const [short, long] = [wordsOf(was.name), wordsOf(is.name)].sort((a, b) => a.length - b.length);
  const isWithin = short?.every((word) => long?.includes(word) === true) === true && short.length < (long?.length ?? 0);
  return isWithin && similarity(contentWords(was.description ?? ""), contentWords(is.description ?? "")) >= 0.2;
}

/** The same kind of value, and a name or words that hardly changed. */
function isLike(was: ComparedField, is: ComparedField): boolean {
  if (was.type.kind !== is.type.kind) return false;
  const names = similarity(new Set(wordsOf(was.name)), new Set(wordsOf(is.name)));
  const texts = similarity(contentWords(was.description ?? ""), contentWords(is.description ?? ""));
  const described = was.description !== undefined && is.description !== undefined;
  return names === 1 || (described && texts >= 0.8) || (described && names >= 0.5 && texts >= 0.5);
}
