// A command line that brings its own server: `--url URL`, or `--stdio … -- COMMAND ARGUMENTS`, before everything else. Pure.
import { CliError } from "../../terminal/cli-error.ts";
import { adHocName } from "../servers/ad-hoc-server.ts";
import { type OwnOption, ownLength } from "./own-options.ts";
import { ofTool, type ShellGrammar } from "./words.ts";

const verbs: ReadonlySet<string> = new Set([
  "tools",
  "describe",
  "call",
  "search",
  "resources",
  "read",
  "resource",
  "prompts",
]);

/**
 * @returns the same with the server's name as `--server`, and the command behind `--` as the value of `--stdio`; the words as they are
 * where they bring no server
 * @throws CliError where the command is missing
 */
export function withAdHocServer(words: readonly string[], grammar: ShellGrammar): readonly string[] {
  const options = [...grammar.adHoc, ...grammar.call, ...grammar.describe, ...grammar.others];
  const { verb, own, rest } = leading(words, options);
  const url = valueIn(own, "--url");
  const isStdio = own.includes("--stdio");
  if ((url === undefined && !isStdio) || (verb !== undefined && !verbs.has(verb))) return words;
  if (url !== undefined && isStdio) throw new CliError("--stdio and --url can't be combined");
  const dashes = isStdio ? rest.indexOf("--") : -1;
  const command = dashes < 0 ? [] : rest.slice(dashes + 1);
  if (isStdio && command.length === 0) {
    throw new CliError("--stdio needs the command that starts the server", { hint: "--stdio -- COMMAND ARGUMENTS" });
  }
  const given = dashes < 0 ? rest : rest.slice(0, dashes);
  const server = valueIn(own, "--server") ?? adHocName(url === undefined ? { command } : { url });
  const said = own.map((word) => (word === "--stdio" ? `--stdio-command=${JSON.stringify(command)}` : word));
  if (verb !== undefined) return [verb, ...said, `--server=${server}`, ...given];
  const [tool, ...more] = given;
  if (tool === undefined) return ["tools", ...said, `--server=${server}`];
  return ofTool([server, tool], said, more, grammar);
}

interface Leading {
  readonly verb: string | undefined;
  /** Options of ours, with their values. */
  readonly own: readonly string[];
  readonly rest: readonly string[];
}

/** What stands before the first word that is neither an option of ours nor a verb. */
function leading(words: readonly string[], options: readonly OwnOption[]): Leading {
  const own: string[] = [];
  let verb: string | undefined;
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    const length = ownLength(words, at, options);
    if (length > 0) own.push(...words.slice(at, at + length));
    else if (verb === undefined && verbs.has(word)) verb = word;
    else break;
    at += Math.max(1, length);
  }
  return { verb, own, rest: words.slice(at) };
}

function valueIn(own: readonly string[], name: string): string | undefined {
  const at = own.findIndex((word) => word === name || word.startsWith(`${name}=`));
  const word = own[at];
  if (word === undefined) return undefined;
  return word === name ? own[at + 1] : word.slice(name.length + 1);
}
