import { suggest } from "../diagnostics/suggest.ts";
import { Refusal } from "./refusal.ts";

/** Where a word may come from: the flag goes before the variable. */
export interface WordSources {
  readonly flag: string | undefined;
  readonly variable: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The word that the user gave. A variable that is set to nothing is not set.
 * @param what it names, for the refusal
 * @throws Refusal for a word that is none of those
 */
export function chooseWord<Word extends string>(
  what: string,
  { flag, variable, env }: WordSources,
  words: readonly Word[],
): Word | undefined {
  const set = env[variable];
  const named = flag ?? (set === "" ? undefined : set);
  if (named === undefined) return undefined;
  const word = words.find((one) => one === named);
  if (word !== undefined) return word;
  const where = flag === undefined ? `${variable}: ` : "";
  throw new Refusal(`${where}there is no ${what} '${named}'`, { hint: suggest(named, words) });
}
