// The words behind the name of a tool: options of ours, params of the tool as `--flags`, and arguments. An option of ours
// wins over a param of its name, wherever it stands: which they are does not depend on what a server says, so no server can
// take over `--yes`. Behind `--` there are none. Pure.
import type { JsonObject } from "../../contract/json.ts";
import { CliError, nearHint } from "../../terminal/cli-error.ts";
import { isFlag, type OwnOption, ownLength, type SplitWords, serverFirst } from "./own-options.ts";
import { type FoundFlag, findFlag, flagNames } from "./schema-flags.ts";

/** A word of arguments, or a param that a flag names. */
export type GivenWord = string | GivenFlag;

export interface GivenFlag extends FoundFlag {
  /** As it was written, with its dashes. */
  readonly flag: string;
  readonly text: string | boolean;
}

/**
 * Tells the rest apart with the tool's schema at hand.
 * @throws CliError for a flag that the tool does not have, with the near miss
 */
export function splitWords(
  words: readonly string[],
  options: readonly OwnOption[],
  schema: JsonObject,
): SplitWords<GivenWord> {
  const own: string[] = [];
  const given: GivenWord[] = [];
  let isBehindDashes = false;
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    let length: number = isBehindDashes ? 0 : ownLength(words, at, options);
    if (length > 0) own.push(...words.slice(at, at + length));
    else if (word === "--" && !isBehindDashes) isBehindDashes = true;
    else if (isFlag(word)) {
      const read = readFlag(word, words[at + 1], options, schema);
      given.push(read.flag);
      length = read.length;
    } else given.push(word);
    at += Math.max(1, length);
  }
  return { own, given };
}

function readFlag(
  word: string,
  next: string | undefined,
  options: readonly OwnOption[],
  schema: JsonObject,
): { readonly flag: GivenFlag; readonly length: 1 | 2 } {
  const [, name = "", equals, value = ""] = /^--([^=]*)(=?)(.*)$/s.exec(word) ?? [];
  const flag = `--${name}`;
  const found = findFlag(name, schema);
  if (found === undefined) {
    const known = [...flagNames(schema), ...options.map((option) => option.name)];
    throw new CliError(`the tool has no param for '${flag}'`, {
      hint: serverFirst(flag) ?? nearHint(flag, known, "pegboard describe shows its params"),
    });
  }
  if (found.isNegated) {
    if (equals !== "") throw new CliError(`'${flag}' takes no value`);
    return { flag: { ...found, flag, text: false }, length: 1 };
  }
  if (equals !== "") return { flag: { ...found, flag, text: value }, length: 1 };
  if (found.isSwitch) return { flag: { ...found, flag, text: true }, length: 1 };
  if (next === undefined) throw new CliError(`'${flag}' needs a value`);
  return { flag: { ...found, flag, text: next }, length: 2 };
}
