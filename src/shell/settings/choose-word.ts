import { suggest } from "../../diagnostics/suggest.ts";
import { CliError } from "../../terminal/cli-error.ts";

/** Where a word may come from: the flag goes before the variable, and that before the configuration file. */
export interface WordSources {
  readonly flag: string | undefined;
  readonly variable: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config?: ConfigWord | undefined;
}

/** What a configuration file says, and where: `file:line:column`. */
export interface ConfigWord {
  readonly value: string;
  readonly place: string;
}

/**
 * The word that the user gave. A variable that is set to nothing is not set.
 * @param what it names, for the refusal
 * @throws CliError for any other word
 */
export function chooseWord<Word extends string>(
  what: string,
  { flag, variable, env, config }: WordSources,
  words: readonly Word[],
): Word | undefined {
  const set = env[variable] === "" ? undefined : env[variable];
  const named = flag ?? set ?? config?.value;
  if (named === undefined) return undefined;
  const word = words.find((one) => one === named);
  if (word !== undefined) return word;
  const where = flag !== undefined ? "" : set !== undefined ? `${variable}: ` : `${config?.place}: `;
  throw new CliError(`${where}there is no ${what} '${named}'`, { hint: suggest(named, words) });
}
