// The terminal of this process: the only place, beside entry points, that touches `process`.
import { closeSync, fstatSync, openSync } from "node:fs";
import { devNull } from "node:os";
import type { Writable } from "node:stream";
import { isatty } from "node:tty";
import { visible } from "../diagnostics/display-text.ts";
import { reasonOf } from "../disk/disk-errors.ts";
import { ExitCode } from "./exit-code.ts";
import { openFileOutput } from "./file-output.ts";
import { colorsFor, printError, type Terminal } from "./terminal.ts";

/**
 * Ends the process with the exit code of the work.
 * @param work never throws; `isInterrupted` says whether what goes wrong in it is the echo of an interrupt
 * @param explainStandstill says what the work waits for where it can't end any more: there is nothing that the process could still do
 */
export async function runProcess(
  work: (terminal: Terminal, isInterrupted: () => boolean) => Promise<ExitCode>,
  explainStandstill: () => Promise<string> = async () => "it waits for something that does not come",
): Promise<never> {
  const interruption = catchInterrupts();
  releaseLostTerminals();
  let exitCode: ExitCode = ExitCode.fine;
  let isOutputLost = false;
  const stdout = isFile(process.stdout.fd) ? openFileOutput(process.stdout.fd) : process.stdout;
  const terminal: Terminal = {
    cwd: process.cwd(),
    env: process.env,
    stdin: process.stdin,
    stdout,
    stderr: process.stderr,
    clock: Date.now,
    colors: colorsFor(process.stdout, process.env),
    errorColors: colorsFor(process.stderr, process.env),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    catchInterrupts: interruption.catch,
    handOnSignals,
    releaseStdout,
  };
  const endQuietly = (error: NodeJS.ErrnoException): void => {
    // A command that ends by itself notices the closed stream and closes what it has opened.
    if (interruption.isCaught()) return;
    process.exit(error.code === "EPIPE" ? exitCode : ExitCode.fault);
  };
  // A reader that has seen enough (`pegboard tools | head`) is not an error. A full disk is one: the result is lost.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return endQuietly(error);
    if (isOutputLost) return;
    isOutputLost = true;
    const label = terminal.errorColors.red("error:");
    printError(terminal, `${label} stdout can't be written: ${visible(reasonOf(error))}`);
    if (!interruption.isCaught()) process.exit(ExitCode.usage);
  });
  process.stderr.on("error", endQuietly);
  const standStill = async () => {
    printError(terminal, `${terminal.errorColors.red("error:")} ${await explainStandstill()}`);
    process.exit(ExitCode.fault);
  };
  // Node would end with its own 13, and say nothing.
  process.once("beforeExit", () => void standStill());
  exitCode = await work(terminal, () => interruption.signal.aborted);
  await Promise.all([flushed(stdout), flushed(process.stderr)]);
  // An error of the last write is an event that comes after it.
  await new Promise((resolve) => setImmediate(resolve));
  process.exit(isOutputLost && exitCode === ExitCode.fine ? ExitCode.usage : exitCode);
}

/**
 * At its exit Node brings the terminals of the process back into the state that they had. It aborts, with a core dump, where one
 * has been closed meanwhile, but passes over descriptors that are closed.
 */
function releaseLostTerminals(): void {
  const { stdin, stdout, stderr } = process;
  const terminals = [stdin, stdout, stderr].filter(({ isTTY }) => isTTY === true);
  if (terminals.length === 0) return;
  process.once("exit", () => {
    for (const { fd } of terminals) if (!isatty(fd)) closeSync(fd);
  });
}

function isFile(descriptor: number): boolean {
  try {
    // Without bigint Node 20 keeps the result where its module loader looks: after that of a pipe, links are not followed any more.
    return fstatSync(descriptor, { bigint: true }).isFile();
  } catch {
    // It is closed; Node has its own answer to that.
    return false;
  }
}

function catchInterrupts() {
  const controller = new AbortController();
  let caught = false;
  const onSignal = (name: NodeJS.Signals) => {
    // Of a terminal that is closed, the system and the shell send one each.
    if (controller.signal.aborted && name === "SIGHUP") return;
    if (controller.signal.aborted) process.exit(name === "SIGTERM" ? ExitCode.terminated : ExitCode.interrupted);
    controller.abort();
  };
  return {
    signal: controller.signal,
    /** True once a command has said that it ends by itself. */
    isCaught: () => caught,
    // Until then the system ends the process at once, even in the middle of work that never yields.
    catch: () => {
      if (!caught) for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, onSignal);
      caught = true;
      return controller.signal;
    },
  };
}

function handOnSignals(receive: (name: NodeJS.Signals) => void): () => void {
  // What is typed at a terminal reaches every process in front of it.
  const typed: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT"];
  const names: readonly NodeJS.Signals[] = [...typed, "SIGTERM", "SIGHUP"];
  const listener = (name: NodeJS.Signals) => {
    if (!(process.stdin.isTTY === true && typed.includes(name))) receive(name);
  };
  for (const name of names) process.on(name, listener);
  return () => {
    for (const name of names) process.off(name, listener);
  };
}

/** Node itself never closes its stdout. The number is taken again at once, so that nothing else gets it. */
function releaseStdout(): void {
  if (process.stdout.isTTY) return;
  closeSync(1);
  openSync(devNull, "w");
}

/** Pipes are written in the background; leaving earlier would cut the text. */
function flushed(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write("", () => resolve());
  });
}
