import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openTail } from "./output-tail.ts";
import { enterGroup, leaveGroup, signalGroup } from "./running-groups.ts";

export interface StreamOptions {
  readonly signal: AbortSignal;
  readonly cwd?: string;
  /** All of the child's environment. Secrets go here or into files, never into arguments. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the child reads. Default: nothing. */
  readonly input?: Readable;
  /** Gets what the child prints, and is ended with it. Default: it is dropped. */
  readonly output?: Writable;
  /** The output is ended only where the child succeeds, and else destroyed: what it got is not taken for the whole. */
  readonly endsOnSuccess?: true;
}

export interface StreamEnd {
  /** null: a signal ended it. */
  readonly code: number | null;
  /** The last 16 KiB. */
  readonly stderr: string;
}

/**
 * Runs a program between two streams, each as fast as the slower side: nothing is kept in memory. Otherwise as `runChild`.
 * @throws the signal's reason when it is aborted; what a stream of the caller failed with; an Error when the program can't be started
 */
export async function streamChild(
  command: string,
  args: readonly string[],
  options: StreamOptions,
): Promise<StreamEnd> {
  const { signal, cwd, env, input, output, endsOnSuccess } = options;
  signal.throwIfAborted();
  const child = spawn(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env: { ...env } }),
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const { pid } = child;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", (error) => {
      if (pid === undefined) reject(new Error(`'${command}' can't be started: ${error.message}`, { cause: error }));
    });
    child.on("exit", (code) => resolve(code));
  });
  if (pid === undefined) {
    output?.destroy();
    await ended;
    throw new Error("invariant: a program without a process id did not fail");
  }
  enterGroup(pid);
  const stderr = openTail(16 * 1024);
  child.stderr.on("data", (bytes: Buffer) => stderr.push(bytes));
  let failure: { readonly reason: unknown } | undefined;
  const end = (reason: unknown) => {
    failure ??= { reason };
    signalGroup(pid, "SIGKILL");
  };
  const onAbort = () => end(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const fed =
    input === undefined
      ? Promise.resolve(void child.stdin.end())
      : pipeline(input, child.stdin).catch((error: unknown) => {
          // A child may end before it has read everything: its exit code says why.
          if (!hasCode(error, "EPIPE")) end(error);
        });
  child.stdin.on("error", () => undefined);
  const drained =
    output === undefined
      ? Promise.resolve(void child.stdout.resume())
      : pipeline(child.stdout, output, { end: endsOnSuccess !== true }).catch(end);
  try {
    const code = await ended;
    signalGroup(pid, "SIGKILL");
    if (code !== 0) input?.destroy();
    await Promise.all([drained, fed]);
    if (endsOnSuccess === true) {
      if (code === 0) output?.end();
      else output?.destroy(new Error(`'${command}' has failed`));
    }
    // Of a child that failed the closed stream says less than its exit code.
    const isExplained = code !== null && code !== 0 && hasCode(failure?.reason, "ERR_STREAM_PREMATURE_CLOSE");
    if (failure !== undefined && !isExplained) throw failure.reason;
    return { code, stderr: stderr.text() };
  } finally {
    signal.removeEventListener("abort", onAbort);
    leaveGroup(pid);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
