import { visible } from "../diagnostics/display-text.ts";
import { ExitCode } from "./exit-code.ts";

/**
 * A command can't go on, through nobody's bug: a wrong argument, a missing folder, a file that can't be read. `main`
 * prints the message as one sentence and ends with the code.
 */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;
  /** What to do about it. */
  readonly hint: string | undefined;

  constructor(
    message: string,
    extras: { readonly exitCode?: ExitCode; readonly hint?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, extras.cause === undefined ? {} : { cause: extras.cause });
    this.exitCode = extras.exitCode ?? ExitCode.usage;
    this.hint = extras.hint;
  }
}

/**
 * What a person reads of it: the message, and the hint below. Both may quote a file or a server of anybody, so each stays on
 * its line and does nothing to a terminal or a log.
 */
export function errorText(refusal: CliError, mark: (text: string) => string = String): string {
  return `${mark("error:")} ${reported(refusal, 7)}`;
}

/** The same where the command goes on without what was refused. */
export function warningText(refusal: CliError, mark: (text: string) => string = String): string {
  return `${mark("warning:")} ${reported(refusal, 9)}`;
}

function reported({ message, hint }: CliError, indent: number): string {
  return `${visible(message)}${hint === undefined ? "" : `\n${" ".repeat(indent)}${visible(hint)}`}`;
}
