import { CommanderError } from "commander";
import { ownValue } from "../../contract/own-property.ts";
import { CliError, errorText } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";

/**
 * Prints what went wrong.
 * @param isInterrupted whether what the command has thrown is the echo of an interrupt
 * @param helpHint where a user finds the commands and options
 */
export function exitCodeOf(
  error: unknown,
  terminal: Terminal,
  isInterrupted: () => boolean,
  helpHint: string,
): ExitCode {
  const red = terminal.errorColors.red;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return ExitCode.fine;
    printError(terminal, `${red("error:")} ${usageMessage(error, helpHint)}`);
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
function usageMessage(error: CommanderError, helpHint: string): string {
  // `help` of an unknown command is refused without a word of its own.
  if (error.code === "commander.help") return "command not found; pegboard --help lists them";
  if (error.code === "commander.excessArguments") return excessMessage(error.message, helpHint);
  const text = error.message.replace(/^error: /, "").replace(/\n\(Did you mean (.*)\?\)$/s, "; did you mean '$1'?");
  return `${text}\n       ${helpHint}`;
}

/** commander counts the words; what they were meant to do is another command, most of the time. */
function excessMessage(message: string, helpHint: string): string {
  const [, verb = "", most = "0"] = /too many arguments for '([^']*)'\. Expected (\d+) argument/.exec(message) ?? [];
  const takes = most === "0" ? "no argument" : `no more than ${most === "1" ? "one argument" : `${most} arguments`}`;
  const subject = verb === "" ? "this program" : `'${verb}'`;
  return `${subject} takes ${takes}\n       ${ownValue(meantInstead, verb) ?? helpHint}`;
}

const meantInstead: Readonly<Record<string, string>> = {
  tools: "pegboard describe NAME shows a tool, pegboard NAME the tools of a server; --family NAME lists one family",
  resources: "pegboard read URI reads one",
};
