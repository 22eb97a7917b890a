import { limits } from "../../contract/limits.ts";
import { suggest } from "../../diagnostics/mistyped.ts";
import { CliError } from "../../terminal/cli-error.ts";

/** A number that a flag, a variable or the configuration file may give. */
export interface NumberSetting {
  readonly least: number;
  readonly most: number;
  /** Without it, parts of one are taken too, and `least` itself is not. */
  readonly whole: boolean;
  /** Finishes "must be …". */
  readonly expected: string;
}

const maxSeconds = Math.floor(limits.deadlineMs / 1000);
const count = { most: 999_999, whole: true } as const;

export const numberSettings = {
  seconds: {
    least: 0,
    most: maxSeconds,
    whole: false,
    expected: `a number above 0 and at most ${maxSeconds}, which is 24 days`,
  },
  calls: { ...count, least: 1, expected: "a number of calls, at least 1" },
  waiting: { ...count, least: 0, expected: "a number of calls, 0 or more" },
  days: { least: 0, most: 3_660, whole: true, expected: "a number of days, from 0 to 3660" },
  files: { least: 1, most: 1_000, whole: true, expected: "a number of files, from 1 to 1000" },
  auditBytes: { least: 1_024, most: 2 ** 40, whole: true, expected: `a number of bytes, from 1024 to ${2 ** 40}` },
  bytes: {
    least: limits.minResultBytes,
    most: 2 ** 30,
    whole: true,
    expected: `a number of bytes, from ${limits.minResultBytes} to ${2 ** 30}`,
  },
} as const satisfies { readonly [name: string]: NumberSetting };

export function isInRange(value: number, { least, most, whole }: NumberSetting): boolean {
  return value <= most && (whole ? Number.isInteger(value) && value >= least : value > least);
}

/** @returns undefined for a text that is not such a number */
export function readNumber(text: string, setting: NumberSetting): number | undefined {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text)) return undefined;
  const value = Number(text);
  return isInRange(value, setting) ? value : undefined;
}

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
