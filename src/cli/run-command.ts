// One command line, by the parser: from words to exit code.
import { shellGrammar } from "../shell/call/own-options.ts";
import { withVerb } from "../shell/call/words.ts";
import { UnknownServer } from "../shell/sources/tool-source.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { createProgram, isGrouped } from "./program.ts";

/** @throws what the command throws, and CommanderError for a line that can't be read; `exitCodeOf` prints it */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let outcome: ExitCode = ExitCode.fine;
  const finish = (code: ExitCode) => {
    outcome = code;
  };
  const [verb] = words;
  const isVerb = isGrouped(verb);
  const program = isVerb ? createProgram(terminal, finish, verb) : createProgram(terminal, finish);
  const spoken = isVerb ? undefined : withVerb(words, shellGrammar(program));
  try {
    await program.parseAsync([...(spoken ?? words)], { from: "user" });
    return outcome;
  } catch (error) {
    const isNoVerb = spoken !== undefined && error instanceof UnknownServer;
    const verbs = program.commands.map((command) => command.name());
    throw isNoVerb ? error.orCommand(verbs) : error;
  }
}
