import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ServerTarget } from "../../src/client/server-connection.ts";

export const secret = "sk-very-secret-0123456789";

/** The hostile server, in one of its modes. */
export function hostile(mode: string, ...words: readonly string[]): ServerTarget {
  const script = fileURLToPath(new URL("hostile-server.mjs", import.meta.url));
  const args = [script, mode, ...words];
  return { kind: "stdio", command: process.execPath, args, env: { API_KEY: secret }, cwd: process.cwd() };
}

/** Waits for the end of a process that is to be gone. @returns false when it runs on */
export async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && runs(pid); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  return !runs(pid);
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // What is dead, but was not yet waited for by its parent, still has its number.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    // No such process: that is what was asked.
    return false;
  }
}

/** The texts of a result. */
export function texts(result: { readonly [member: string]: unknown }): readonly unknown[] {
  const content = Array.isArray(result.content) ? (result.content as readonly { readonly text?: unknown }[]) : [];
  return content.map((block) => block.text);
}

/** @throws when the work does not fail */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("it did not fail");
}
