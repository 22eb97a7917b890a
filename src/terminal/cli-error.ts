import { nearMiss } from "../contract/near-miss.ts";
import { visible } from "../diagnostics/display-text.ts";
import { suggest } from "../diagnostics/mistyped.ts";
import { reasonOf } from "../disk/disk-errors.ts";
import { ExitCode } from "./exit-code.ts";

/**
 * A command can't go on, and it is not a bug: a wrong argument, a missing folder, a file that can't be read. `main`
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
 * For `catch`: what failed, with the system's reason: "'x' can't be read: EACCES: permission denied". A CliError stays.
 * @param what finishes before the colon
 */
export function failsWith(
  what: string,
  extras: { readonly exitCode?: ExitCode; readonly hint?: string } = {},
): (error: unknown) => never {
  return (error) => {
    if (error instanceof CliError) throw error;
    throw new CliError(`${what}: ${reasonOf(error)}`, { ...extras, cause: error });
  };
}

/** The hint for a name that is not known: the nearest one, else what the caller says. */
export function nearHint(name: string, known: readonly string[], otherwise?: string): string | undefined {
  const near = nearMiss(name, known);
  return near === undefined ? otherwise : `did you mean '${near}'?`;
}

/**
 * The one of several things that bears a name.
 * @param missing what is said of another name, such as "there is no tier 'x'"
 * @throws CliError with the nearest name, else with the known ones where they are few
 */
export function named<Thing extends { readonly name: string }>(
  name: string,
  known: readonly Thing[],
  missing: string,
  otherwise?: string,
): Thing {
  const found = known.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = known.map((one) => one.name);
  throw new CliError(missing, { hint: suggest(name, names) ?? otherwise });
}

/** The same within a message: "; did you mean 'x'?", or nothing. */
export function nearText(name: string, known: readonly string[]): string {
  const hint = nearHint(name, known);
  return hint === undefined ? "" : `; ${hint}`;
}

/**
 * What a person reads of it: the message, and the hint below. Both may quote a file or a server that is not trusted, so
 * each stays on its line and does nothing to a terminal or a log.
 */
export function errorText(error: CliError, mark: (text: string) => string = String): string {
  return `${mark("error:")} ${withHint(error, 7)}`;
}

/** The same where the command goes on without what failed. */
export function warningText(error: CliError, mark: (text: string) => string = String): string {
  return `${mark("warning:")} ${withHint(error, 9)}`;
}

function withHint({ message, hint }: CliError, indent: number): string {
  return `${visible(message)}${hint === undefined ? "" : `\n${" ".repeat(indent)}${visible(hint)}`}`;
}
