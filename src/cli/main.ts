#!/usr/bin/env node
// The front door, and the only place that touches `process`: words in, exit code out.
import { CommanderError } from "commander";
import { ExitCode } from "./exit-code.ts";
import { createProgram } from "./program.ts";
import { Refusal, refusalText } from "./refusal.ts";
import { colorsFor, printError, type Terminal } from "./terminal.ts";

const interruption = catchInterrupts();
let exitCode: ExitCode = ExitCode.fine;
const terminal: Terminal = {
  cwd: process.cwd(),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  clock: Date.now,
  colors: colorsFor(process.stdout, process.env),
  errorColors: colorsFor(process.stderr, process.env),
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  catchInterrupts: interruption.catch,
};

// A reader that has seen enough (`pegboard tools | head`) is no error.
process.stdout.on("error", endQuietly);
process.stderr.on("error", endQuietly);

exitCode = await run(process.argv.slice(2));
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
process.exit(exitCode);

async function run(words: readonly string[]): Promise<ExitCode> {
  let outcome: ExitCode = ExitCode.fine;
  const program = createProgram(terminal, (code) => {
    outcome = code;
  });
  try {
    if (words.length === 0) program.outputHelp();
    else await program.parseAsync([...words], { from: "user" });
    return outcome;
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): ExitCode {
  const red = terminal.errorColors.red;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return ExitCode.fine;
    printError(terminal, `${red("error:")} ${usageMessage(error)}`);
    return ExitCode.usage;
  }
  if (error instanceof Refusal) {
    printError(terminal, refusalText(error, red));
    return error.exitCode;
  }
  if (interruption.signal.aborted) return ExitCode.interrupted;
  printError(terminal, `${red("fault:")} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  printError(terminal, "       this is a bug of pegboard; please report it with the lines above");
  return ExitCode.fault;
}

/** commander's words in our form: one line, the near miss behind it, where to look. */
function usageMessage(error: CommanderError): string {
  // `help` of an unknown command is refused without a word of its own.
  if (error.code === "commander.help") return "there is no such command; pegboard --help lists them";
  const text = error.message.replace(/^error: /, "").replace(/\n\(Did you mean (.*)\?\)$/s, "; did you mean '$1'?");
  return `${text}\n       pegboard --help lists the commands, pegboard <command> --help their options`;
}

interface Interruption {
  readonly signal: AbortSignal;
  /** True once a command has said that it ends by itself. */
  readonly isCaught: () => boolean;
  readonly catch: () => AbortSignal;
}

function catchInterrupts(): Interruption {
  const controller = new AbortController();
  let caught = false;
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(ExitCode.interrupted);
    controller.abort();
  };
  return {
    signal: controller.signal,
    isCaught: () => caught,
    // Until then the system ends the process at once, even in the middle of work that never yields.
    catch: () => {
      if (!caught) for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, onSignal);
      caught = true;
      return controller.signal;
    },
  };
}

function endQuietly(error: NodeJS.ErrnoException): void {
  // A command that ends by itself notices the closed stream and closes what it has opened.
  if (interruption.isCaught()) return;
  process.exit(error.code === "EPIPE" ? exitCode : ExitCode.fault);
}

/** Pipes are written in the background; leaving earlier would cut the text. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write("", () => resolve());
  });
}
