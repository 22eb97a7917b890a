// One command line, by the parser: from words to exit code.
import { withAdHocServer } from "../shell/call/ad-hoc-words.ts";
import { shellGrammar } from "../shell/call/own-options.ts";
import { withVerb } from "../shell/call/words.ts";
import { UnknownServer } from "../shell/sources/tool-source.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { memoryActions } from "../workbench/commands.ts";
import { createProgram, isGrouped } from "./program.ts";

/** @throws what the command throws, and CommanderError for a line that can't be read; `exitCodeOf` prints it */
export async function runCommand(said: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const meantWords = meant(said);
  let outcome: ExitCode = ExitCode.fine;
  const finish = (code: ExitCode) => {
    outcome = code;
  };
  const [first] = meantWords;
  const isVerb = isGrouped(first);
  const program = isVerb ? createProgram(terminal, finish, first) : createProgram(terminal, finish);
  const grammar = shellGrammar(program);
  const words = withAdHocServer(meantWords, grammar);
  // A server of the command line itself is not a word that could be meant as a command.
  const spoken = isVerb || words !== meantWords ? undefined : withVerb(words, grammar);
  try {
    await program.parseAsync([...(spoken ?? words)], { from: "user" });
    return outcome;
  } catch (error) {
    const isNoVerb = spoken !== undefined && error instanceof UnknownServer;
    const verbs = program.commands.map((command) => command.name());
    throw isNoVerb ? error.orCommand(verbs) : error;
  }
}

/** `memory export` for `memories export`: by itself `memory` is what many call a server of theirs. */
function meant(words: readonly string[]): readonly string[] {
  const [verb, action, ...rest] = words;
  const isOurs = verb === "memory" && memoryActions.some((one) => one === action);
  return isOurs && action !== undefined ? ["memories", action, ...rest] : words;
}
