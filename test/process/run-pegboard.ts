import { spawn } from "node:child_process";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { colorsFor, type Terminal } from "../../src/terminal/terminal.ts";

export const root = join(import.meta.dirname, "..", "..");
export const mainPath = join(root, "dist", "cli", "main.js");

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** User and group to run as; only root may choose. */
  readonly runAs?: { readonly uid: number; readonly gid: number };
}

/** Runs the built program to its end. */
export function pegboard(words: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return run(process.execPath, [mainPath, ...words], options);
}

/**
 * Runs a command line with the built program to its end, in this process: a quarter of the price, because a process has
 * most of its work in getting warm. For tests that are not about processes: every folder and variable is handed in, and one
 * test of each command is left to `pegboard`. Not for what stays (`serve` has `serveHere`), nor for
 * running the code of a project that finds our package by its name: in this process that leads to the sources.
 */
export async function pegboardHere(
  words: readonly string[],
  { cwd, stdin = "", env }: Omit<RunOptions, "runAs"> = {},
): Promise<Finished> {
  const written = { stdout: "", stderr: "" };
  const into = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
      },
    });
  const streams = { stdin: Readable.from([Buffer.from(stdin)]), stdout: into("stdout"), stderr: into("stderr") };
  const code = await runHere(words, streams, { cwd, env });
  return { code, ...written };
}

/** The built program in this process, on any streams. @returns the exit code, once it has ended */
export async function runHere(
  words: readonly string[],
  streams: Pick<Terminal, "stdin" | "stdout" | "stderr">,
  { cwd = root, env }: { readonly cwd?: string | undefined; readonly env?: RunOptions["env"] | undefined } = {},
): Promise<number> {
  // What was built is not there yet where types are checked; its source is.
  const built = (await import(pathToFileURL(join(root, "dist", "cli", "run.js")).href)) as BuiltProgram;
  const variables = { ...process.env, ...env };
  const colors = colorsFor({}, variables);
  const terminal: Terminal = {
    ...streams,
    cwd,
    env: variables,
    clock: Date.now,
    colors,
    errorColors: colors,
    columns: undefined,
    catchInterrupts: () => new AbortController().signal,
  };
  return built.run(words, terminal, () => false);
}

type BuiltProgram = typeof import("../../src/cli/run.ts");

/** Runs any program to its end; no shell in between. */
export function run(command: string, words: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      ...options.runAs,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.stdin ?? "");
  });
}
