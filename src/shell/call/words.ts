// A command line without a verb: `pegboard [server [tool [arguments…]]]` becomes the verb that does the same. Pure.
import { type OwnOption, ownLength } from "./own-options.ts";

export interface ShellGrammar {
  readonly verbs: ReadonlySet<string>;
  /** Options of the verbs that a command line without a verb can stand for. */
  readonly call: readonly OwnOption[];
  readonly describe: readonly OwnOption[];
  readonly others: readonly OwnOption[];
  /** Options that bring a server; behind a tool they are its own flags: many tools have a param `url`. */
  readonly adHoc: readonly OwnOption[];
}

const help: ReadonlySet<string> = new Set(["-h", "--help"]);
const aboutPegboard: ReadonlySet<string> = new Set([...help, "-V", "--version"]);

/**
 * @returns the same with a verb in front: `servers`, `tools`, `describe` or `call`, or the one that stands behind options;
 * undefined for what begins with one, and for what is handled elsewhere, such as `--help`. A verb wins over a server
 * of its name.
 */
export function withVerb(words: readonly string[], grammar: ShellGrammar): readonly string[] | undefined {
  const known = [...grammar.adHoc, ...grammar.call, ...grammar.describe, ...grammar.others];
  const own: string[] = [];
  let server: string | undefined;
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    const length = ownLength(words, at, known);
    if (length > 0) {
      own.push(...words.slice(at, at + length));
      at += length;
    } else if (server === undefined) {
      if (grammar.verbs.has(word)) return own.length === 0 ? undefined : [word, ...own, ...words.slice(at + 1)];
      if (aboutPegboard.has(word) || word.startsWith("-")) return undefined;
      server = word;
      at += 1;
    } else if (help.has(word)) {
      // What there is to know of a server is what it has.
      at += 1;
    } else return ofTool([server, word], own, words.slice(at + 1), grammar);
  }
  return server === undefined ? ["servers", ...own] : ["tools", `--server=${server}`, ...own];
}

/** What a server, a tool and what stands behind it mean: a page, or a call. */
export function ofTool(
  [server, tool]: readonly [string, string],
  own: readonly string[],
  rest: readonly string[],
  { call, describe, adHoc }: ShellGrammar,
): readonly string[] {
  const asked = rest.filter((word) => !help.has(word));
  const named = own.filter((word, at) => !/^--server(=|$)/.test(word) && own[at - 1] !== "--server");
  // With arguments beside it, it could as well be one of them.
  const saysHelp = asked.length < rest.length && onlyOptions(asked, [...call, ...describe]);
  const isDescribed = onlyOptions(named, [...adHoc, ...describe]);
  if (saysHelp || (isDescribed && onlyOptions(rest, describe))) {
    const options = [...optionsIn(named, [...adHoc, ...describe]), ...optionsIn(asked, describe)];
    return ["describe", `--server=${server}`, ...options, "--", tool];
  }
  return ["call", `--server=${server}`, ...named, "--", tool, ...rest];
}

function onlyOptions(words: readonly string[], options: readonly OwnOption[]): boolean {
  return optionsIn(words, options).length === words.length;
}

/** The words that are such options, or values of them. */
function optionsIn(words: readonly string[], options: readonly OwnOption[]): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = ownLength(words, at, options);
    found.push(...words.slice(at, at + length));
    at += Math.max(1, length);
  }
  return found;
}
