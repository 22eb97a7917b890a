// One command line, by the parser: from words to exit code.
import { CommanderError } from "commander";
import { shellGrammar } from "../shell/call/own-options.ts";
import { withVerb } from "../shell/call/words.ts";
import { UnknownServer } from "../shell/sources/tool-source.ts";
import { CliError, errorText } from "../terminal/cli-error.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import { printError, type Terminal } from "../terminal/terminal.ts";
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

/**
 * Prints what went wrong.
 * @param isInterrupted whether what the command has thrown is the echo of an interrupt
 */
export function exitCodeOf(error: unknown, terminal: Terminal, isInterrupted: () => boolean): ExitCode {
  const red = terminal.errorColors.red;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return ExitCode.fine;
    printError(terminal, `${red("error:")} ${usageMessage(error)}`);
    return ExitCode.usage;
  }
  if (error instanceof CliError) {
    printError(terminal, errorText(error, red));
    return error.exitCode;
  }
  if (isInterrupted()) return ExitCode.interrupted;
  printError(
    terminal,
    `${red("internal error:")} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  printError(terminal, "                this is a bug in pegboard; please report it with the lines above");
  return ExitCode.fault;
}

/** commander's words in our form: one line, the near miss behind it, where to look. */
function usageMessage(error: CommanderError): string {
  // `help` of an unknown command is refused without a word of its own.
  if (error.code === "commander.help") return "command not found; pegboard --help lists them";
  const text = error.message.replace(/^error: /, "").replace(/\n\(Did you mean (.*)\?\)$/s, "; did you mean '$1'?");
  return `${text}\n       pegboard --help lists the commands, pegboard <command> --help their options`;
}
