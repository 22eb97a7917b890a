import { spawn } from "node:child_process";
import { openTail } from "./output-tail.ts";
import { enterGroup, leaveGroup, signalGroup } from "./running-groups.ts";

export interface ChildOptions {
  /** Aborted when the work should stop: a handler hands on `call.signal`. */
  readonly signal?: AbortSignal;
  readonly cwd?: string;
  /** All of the child's environment. Default: that of this process. Secrets go here or to stdin, never into arguments. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the child reads. Default: nothing. */
  readonly stdin?: string | Uint8Array;
  /**
   * After `stdin` the child's input stays open for as long as this process lives: a child that reads it sees its end even
   * when this process is killed and can't end its children.
   */
  readonly holdStdin?: boolean;
  /** Receives stdout as it comes; then none of it is kept. */
  readonly onOutput?: (bytes: Buffer) => void;
  /** A child that prints more than this to a stdout that is kept is ended. Default: 16 MiB. */
  readonly maxOutputBytes?: number;
  /** Milliseconds from SIGTERM to SIGKILL. Default: 500. */
  readonly graceMs?: number;
}

/** How a child ended. A code other than 0 is not an error here: the caller decides what it means. */
export interface ChildEnd {
  /** null: a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Empty where `onOutput` received it. */
  readonly stdout: Buffer;
  /** The last 16 KiB. */
  readonly stderr: string;
}

/**
 * Runs a program to its end, without a shell, in a process group of its own. When this settles, no process of the group runs any
 * more, so locks and files that it used can be released.
 *
 * When the signal is aborted, the whole group gets SIGTERM, and SIGKILL after a grace period. Processes that a program leaves in
 * its group when it ends are killed too. Only a process that starts a session of its own survives.
 * @throws the signal's reason when it is aborted, once the group is gone; an Error when the program can't be started,
 * prints too much, or `onOutput` throws
 */
export function runChild(command: string, args: readonly string[], options: ChildOptions = {}): Promise<ChildEnd> {
  const { signal, cwd, env, stdin, holdStdin = false, onOutput, graceMs = 500 } = options;
  const { maxOutputBytes = 16 * 1024 * 1024 } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const child = spawn(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env: { ...env } }),
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const { pid } = child;
    if (pid !== undefined) enterGroup(pid);
    const kept: Buffer[] = [];
    let keptBytes = 0;
    let bytesSeen = 0;
    const stderr = openTail(16 * 1024);
    const timers = new Set<NodeJS.Timeout>();
    let failure: { readonly reason: unknown } | undefined;

    const after = (delayMs: number, act: () => void) => timers.add(setTimeout(act, delayMs));
    const end = (reason: unknown) => {
      if (failure !== undefined) return;
      failure = { reason };
      if (pid === undefined) return;
      signalGroup(pid, "SIGTERM");
      after(graceMs, () => signalGroup(pid, "SIGKILL"));
    };
    const onAbort = () => end(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });

    child.stdout.on("data", (bytes: Buffer) => {
      bytesSeen += bytes.length;
      if (failure !== undefined) return;
      if (onOutput === undefined) {
        keptBytes += bytes.length;
        if (keptBytes > maxOutputBytes) end(new Error(`'${command}' printed more than ${maxOutputBytes} bytes`));
        else kept.push(bytes);
        return;
      }
      try {
        onOutput(bytes);
      } catch (error) {
        end(error);
      }
    });
    child.stderr.on("data", (bytes: Buffer) => {
      bytesSeen += bytes.length;
      stderr.push(bytes);
    });
    // A child may end before it has read everything; its exit is reported instead.
    child.stdin.on("error", () => undefined);
    child.stdin.write(stdin ?? "");
    if (!holdStdin) child.stdin.end();

    const settle = () => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      if (pid !== undefined) leaveGroup(pid);
    };
    child.on("error", (error) => {
      if (pid !== undefined) return;
      settle();
      reject(new Error(`'${command}' can't be started: ${error.message}`, { cause: error }));
    });
    child.on("exit", () => {
      if (pid !== undefined) signalGroup(pid, "SIGKILL");
      // A process that left the group may hold the pipes open. Two silent periods are needed: in the first this process may
      // have been too busy to read.
      let before = -1;
      const look = () => {
        if (before === bytesSeen) {
          child.stdout.destroy();
          child.stderr.destroy();
        } else {
          before = bytesSeen;
          after(graceMs, look);
        }
      };
      after(graceMs, look);
    });
    child.on("close", (code, signalName) => {
      if (pid === undefined) return;
      settle();
      if (failure !== undefined) reject(failure.reason);
      else resolve({ code, signal: signalName, stdout: Buffer.concat(kept), stderr: stderr.text() });
    });
  });
}
