import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** A server over stdio in a process of its own. */
export interface ServerProcess {
  /** Writes one line, without its line break. */
  send(line: string): void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /** Ends its input: it finishes what it does and goes. */
  end(): void;
  kill(): void;
}

export interface ServerProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLine: (line: string) => void;
  /** Gets what the server writes to stderr. */
  readonly stderr: Writable;
}

export function startServer({ command, args, cwd, env, onLine, stderr }: ServerProcessOptions): ServerProcess {
  const child = spawn(command, args, { cwd, env: { ...env }, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  const ended = new Promise<void>((resolve) => {
    child.on("error", (error) => {
      stderr.write(`the server can't be started: ${error.message}\n`);
      if (child.pid === undefined) resolve();
    });
    child.on("close", () => resolve());
  });
  // Its end is seen by `ended`.
  child.stdin.on("error", () => undefined);
  linesOf(child.stdout, onLine);
  child.stderr.on("data", (bytes: Buffer) => stderr.write(bytes));
  return {
    send: (line) => void child.stdin.write(`${line}\n`),
    ended,
    end: () => void child.stdin.end(),
    kill: () => void child.kill("SIGKILL"),
  };
}

export function linesOf(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on("line", onLine);
}
