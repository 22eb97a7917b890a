import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { mainPath } from "../process/run-pegboard.ts";

// Programs that start programs. Each runs in a process group of its own, so that whatever it leaves behind is seen, and
// goes with the test.

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Did everything that it started end too? */
  readonly isClean: boolean;
}

/**
 * Runs a program to its end.
 * @param leaveMs how long what it started may take to leave; then it is killed
 */
export async function runInGroup(
  command: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  leaveMs = 5_000,
): Promise<Ended> {
  const child = spawnGroup(command, words, env);
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  const closed = new Promise((resolve) => child.on("close", resolve));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (ended) => resolve(ended));
  });
  const isClean = await endGroup(child, leaveMs);
  await closed;
  return { code, stdout: stdout(), stderr: stderr(), isClean };
}

export interface Running {
  readonly child: ChildProcess;
  /** What it says first that fits: an address, say. */
  readonly said: string;
  /** Tells it to leave. @returns false when something had to be killed */
  end(): Promise<boolean>;
}

/** Starts a program that stays, and waits until it says what is expected of it. */
export async function startInGroup(
  command: string,
  words: readonly string[],
  { env, says }: { readonly env: Readonly<Record<string, string>>; readonly says: RegExp },
): Promise<Running> {
  const child = spawnGroup(command, words, env);
  let text = "";
  const said = await new Promise<string>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`'${words[0]}' ended with ${code}:\n${text}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        const found = says.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
  });
  return {
    child,
    said,
    end: () => {
      if (child.pid !== undefined) signalGroup(child.pid, "SIGTERM");
      return endGroup(child, 10_000);
    },
  };
}

/** The built server over HTTP. The token comes by the environment: command lines can be read by anybody. */
export function serveHttp(env: Readonly<Record<string, string>>): Promise<Running> {
  return startInGroup(process.execPath, [mainPath, "serve", "--http", "0"], { env, says: /serving at (\S+)/ });
}

/** Leaders of the groups that may still live: they go with this process at the latest, when a test was broken off. */
const leaders = new Set<number>();
process.on("exit", () => {
  for (const leader of leaders) signalGroup(leader, "SIGKILL");
});

function spawnGroup(command: string, words: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(command, words, { env: { ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
  if (child.pid !== undefined) leaders.add(child.pid);
  return child;
}

/** @returns true when the whole group ended within the time; else what is left of it is killed */
async function endGroup({ pid }: ChildProcess, withinMs: number): Promise<boolean> {
  if (pid === undefined) return true;
  const last = Date.now() + withinMs;
  while (groupLives(pid)) {
    if (Date.now() > last) {
      signalGroup(pid, "SIGKILL");
      leaders.delete(pid);
      return false;
    }
    await sleep(25);
  }
  leaders.delete(pid);
  return true;
}

/** Where orphans are not collected, one that has ended stays in the table of processes; it does not live. */
function groupLives(leader: number): boolean {
  if (!signalGroup(leader, 0)) return false;
  if (process.platform !== "linux") return true;
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    const [, state, , group] = /\) (\S) (\d+) (\d+) /.exec(statOf(name)) ?? [];
    return Number(group) === leader && state !== "Z" && state !== "X";
  });
}

/** "" of a process that is gone. @see proc(5), /proc/pid/stat */
function statOf(name: string): string {
  try {
    return readFileSync(`/proc/${name}/stat`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return "";
    throw error;
  }
}

/** @returns false when nothing of the group is there */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

function textOf(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return () => text;
}
