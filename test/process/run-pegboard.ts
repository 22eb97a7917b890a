import { spawn } from "node:child_process";
import { join } from "node:path";

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
