import { ExitCode } from "./exit-code.ts";

/**
 * A command can't go on, through nobody's bug: a wrong argument, a missing folder, a file that can't be read. `main`
 * prints the message as one sentence and ends with the code.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
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
