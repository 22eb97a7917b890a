import type { Readable, Writable } from "node:stream";
import pc from "picocolors";
import { escapedJson, safeOnTerminal, visible } from "../diagnostics/display-text.ts";

export type Colors = ReturnType<typeof pc.createColors>;

/** Everything of the process that a command may see or touch. `main` fills it; tests can too. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** For stdout and for stderr: each has its own idea of being a terminal. */
  readonly colors: Colors;
  readonly errorColors: Colors;
  /** Columns of stdout; undefined when it is not a terminal. */
  readonly columns: number | undefined;
  /** From here on an interrupt, or a terminal that is closed, aborts this signal instead of ending the process at once; a second interrupt ends it. */
  readonly catchInterrupts: () => AbortSignal;
  /**
   * Hands the signals that end a process on to a command that runs in front, in place of ending this one. What the
   * terminal itself sends to both is not handed on. Absent: there are no signals here.
   * @returns a function that ends it
   */
  readonly handOnSignals?: (receive: (name: NodeJS.Signals) => void) => () => void;
  /** After it, nothing is printed any more: who reads stdout to its end goes on, and this process does too. */
  readonly releaseStdout?: () => void;
}

/** Prints to stdout, with a line end. */
export function print(terminal: Terminal, text: string): void {
  write(terminal.stdout, text.endsWith("\n") ? text : `${text}\n`);
}

/** Prints to stderr, with a line end. */
export function printError(terminal: Terminal, text: string): void {
  write(terminal.stderr, text.endsWith("\n") ? text : `${text}\n`);
}

/** All that is printed passes here: a terminal is sent nothing that acts on it, and anything else the bytes as they are. */
export function write(stream: Writable, text: string): void {
  stream.write(isTerminal(stream) ? safeOnTerminal(text) : text);
}

/** What goes on all the same, but is likely not meant. */
export function printWarning(terminal: Terminal, text: string): void {
  printError(terminal, `${terminal.errorColors.yellow("warning:")} ${visible(text)}`);
}

/** The `--json` form of a value: two spaces, final newline, nothing left out. On a terminal, signs that can't be seen are JSON's escapes. */
export function printJson(terminal: Terminal, value: unknown): void {
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  terminal.stdout.write(isTerminal(terminal.stdout) ? escapedJson(text) : text);
}

/** Colour is for people: only on a terminal, and never where NO_COLOR is set (https://no-color.org). */
export function colorsFor(stream: { readonly isTTY?: boolean }, env: Terminal["env"]): Colors {
  const refused = env.NO_COLOR !== undefined && env.NO_COLOR !== "";
  return pc.createColors(stream.isTTY === true && !refused);
}

/** Is it a terminal, where people read what is written and type what is read. */
export function isTerminal(stream: object): boolean {
  return "isTTY" in stream && stream.isTTY === true;
}

/** "1 error", "2 errors". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
