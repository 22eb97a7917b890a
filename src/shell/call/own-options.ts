import type { Command } from "commander";
import { CliError } from "../../terminal/cli-error.ts";
import type { ShellGrammar } from "./words.ts";

/** An option of ours, as far as reading a command line needs to know it. */
export interface OwnOption {
  /** `--out`. */
  readonly name: string;
  readonly takesValue: boolean;
}

/** Options that bring a server of their own, or say what servers may ask: they stand before the tool, and are the tool's where they stand behind it. */
const adHocNames: ReadonlySet<string> = new Set([
  "--url",
  "--stdio",
  "--stdio-command",
  "--env",
  "--header-env",
  "--header-file",
  "--root",
  "--sampler",
]);

/**
 * What to write where an option that brings a server stands behind the tool: there it is the tool's own.
 * @returns undefined for any other word
 */
export function serverFirst(word: string): string | undefined {
  if (/^--stdio(=|$)/.test(word))
    return "a server of the command line stands first: pegboard --stdio TOOL … -- COMMAND";
  if (/^--url(=|$)/.test(word)) return "a server of the command line stands first: pegboard --url URL TOOL …";
  return undefined;
}

/** The options of a command: what its help lists is what is read, so there is one table of them. */
export function ownOptions(command: Pick<Command, "options">): readonly OwnOption[] {
  return command.options.flatMap(({ long, required }) =>
    typeof long === "string" ? [{ name: long, takesValue: required }] : [],
  );
}

/** How many words from this one on are an option of ours: 0 when it is none, 2 with its value. */
export function ownLength(words: readonly string[], at: number, options: readonly OwnOption[]): 0 | 1 | 2 {
  const word = words[at] ?? "";
  const equals = word.indexOf("=");
  const name = equals < 0 ? word : word.slice(0, equals);
  const option = options.find((one) => one.name === name);
  if (option === undefined) return 0;
  return equals < 0 && option.takesValue && at + 1 < words.length ? 2 : 1;
}

/**
 * Takes off the options of ours that stand before the tool's first `--flag`: without the tool's schema it is not known if the
 * word behind that is its value, and a value must never become an option.
 */
export function takeOwnOptions(words: readonly string[], options: readonly OwnOption[]): SplitWords<string> {
  const own: string[] = [];
  const given: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    const length = ownLength(words, at, options);
    if (length > 0) own.push(...words.slice(at, at + length));
    else if (word === "--" || (isFlag(word) && !word.includes("=")))
      return { own, given: [...given, ...words.slice(at)] };
    else given.push(word);
    at += Math.max(1, length);
  }
  return { own, given };
}

/** Options that decide where the tool is: they must be known before its own flags can be read. */
export const locatingOption = /^--(server|catalog|workbench|config|bridge)(=|$)/;

/**
 * Takes off options that decide where the tool is, which stand behind the tool's first `--flag`. Directly behind a flag such a
 * word may be its value: there it stays.
 */
export function takeLateLocations(words: readonly string[], options: readonly OwnOption[]): SplitWords<string> {
  const locating = options.filter(({ name }) => locatingOption.test(name));
  const own: string[] = [];
  const given: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    const before = words[at - 1] ?? "";
    if (word === "--") return { own, given: [...given, ...words.slice(at)] };
    const mayBeValue = isFlag(before) && !before.includes("=") && given.at(-1) === before;
    const length = mayBeValue ? 0 : ownLength(words, at, locating);
    if (length > 0) own.push(...words.slice(at, at + length));
    else given.push(word);
    at += Math.max(1, length);
  }
  return { own, given };
}

export interface SplitWords<Word> {
  /** Options of ours, with their values. */
  readonly own: readonly string[];
  readonly given: readonly Word[];
}

export function isFlag(word: string): boolean {
  return /^--./.test(word);
}

/** The options of a command whose words are read in parts. */
export interface CommandLine<Options> {
  readonly own: readonly OwnOption[];
  /**
   * @param words options with their values, to be added to what was read before
   * @throws CommanderError for a value that is none; CliError for a value of an option that takes none
   */
  read(words: readonly string[]): Options;
}

/** @returns the options as their declarations say; who declares them knows the type */
export function commandLine<Options extends object>(command: Command): CommandLine<Options> {
  return {
    own: ownOptions(command).filter(({ name }) => !adHocNames.has(name)),
    read(words) {
      // What is not read ends the reading: without an error, the options behind it would not count either.
      const { operands, unknown } = command.parseOptions([...words]);
      const [refused] = [...unknown, ...operands];
      if (refused !== undefined) {
        const [name = ""] = refused.split("=");
        throw new CliError(`'${name}' takes no value`, {
          hint: `for a param of the tool, write ${name.slice("--".length)}=…`,
        });
      }
      return command.opts<Options>();
    },
  };
}

/** What a command line without a verb can stand for. */
export function shellGrammar(program: Pick<Command, "commands">): ShellGrammar {
  const all = (name: string) => program.commands.filter((command) => command.name() === name).flatMap(ownOptions);
  const of = (name: string) => all(name).filter((option) => !adHocNames.has(option.name));
  return {
    verbs: new Set(["help", ...program.commands.map((command) => command.name())]),
    call: of("call"),
    describe: of("describe"),
    others: [...of("servers"), ...of("tools")],
    adHoc: all("tools").filter(({ name }) => adHocNames.has(name)),
  };
}
