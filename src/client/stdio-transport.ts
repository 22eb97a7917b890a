import { type ChildProcessByStdio, spawn } from "node:child_process";
import { statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { Client } from "@modelcontextprotocol/client";
import { descendantsOf, endProcesses } from "../process/descendants.ts";
import { openTail } from "../process/output-tail.ts";
import { enterGroup, killGroup, leaveGroup, signalGroup } from "../process/running-groups.ts";
import { createLineReader } from "../server/lines.ts";
import { within } from "../server/within.ts";
import { defaultVariables } from "./default-variables.ts";
import { readMessage } from "./read-message.ts";
import type { ServerTarget } from "./server-connection.ts";

// A server as a child process: JSON lines on its stdin and stdout. Unlike the SDK's own, this one ends everything that
// the server has started, keeps the end of its stderr, and lets no message through that would not be answered.

export type Transport = Parameters<Client["connect"]>[0];
type StdioTarget = Extract<ServerTarget, { readonly kind: "stdio" }>;
type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface StdioTransport extends Transport {
  /** The SDK takes what has `stderr` and `pid` for a child process. */
  readonly stderr: null;
  readonly pid: number | null;
  /** How it ended, in words; undefined while it runs. A failed write is seen before the end: this waits a moment for it. */
  ending(): Promise<string | undefined>;
  /** The last of its stderr, and of what it wrote to stdout that is not a message. */
  stderrTail(): string;
  /** Starts the process already, while who will speak to it is still being loaded. `start` then finds it, or throws why there is none. */
  begin(): void;
}

/** The program can't be started, whatever is said to it. */
export class NotStarted extends Error {
  override readonly name = "NotStarted";
}

/** A message longer than this ends the connection. */
const maxMessageBytes = 64 * 1024 * 1024;
const keptTailBytes = 4000;

/**
 * How long a server may take to leave when its input ends, in milliseconds, and then after SIGTERM. One that heeds the end of its input is gone
 * within some tens of milliseconds. Others (the official everything server waits for a timer of its own) would keep the person at the command line
 * waiting. On Windows SIGTERM can't be handled.
 */
const graceMs = process.platform === "win32" ? 1000 : 200;
const termGraceMs = 1500 - graceMs;
/** How long the pipes of a process that has ended are read, in milliseconds: others may hold them. */
const heldPipesMs = 1000;
/** From a write that fails to the news that the reader is gone, in milliseconds. */
const newsMs = 300;

export interface StdioListeners {
  readonly onStderr?: (bytes: Buffer) => void;
  /** Gets each line of stdout that is not a message. */
  readonly onStray?: (line: string) => void;
}

export function stdioTransport(target: StdioTarget, { onStderr, onStray }: StdioListeners = {}): StdioTransport {
  const words = openTail(keptTailBytes);
  let child: Child | undefined;
  let starting: Promise<Child> | undefined;
  let isStarted = false;
  let ending: string | undefined;
  let isClosing = false;
  let closed: Promise<void> = Promise.resolve();
  let delivered: Promise<void> = Promise.resolve();

  const lines = createLineReader({
    maxLineBytes: maxMessageBytes,
    onLine: (line) => {
      const read = readMessage(line.toString("utf8"));
      // One after the other, each when what the last one set off has begun: of a progress and a result that come in one
      // piece, the SDK would forget the progress.
      if (read.kind === "message") delivered = delivered.then(() => transport.onmessage?.(read.message));
      else if (read.kind === "stray") {
        const stray = line.toString("utf8").slice(0, keptTailBytes);
        words.push(Buffer.from(`${stray}\n`));
        onStray?.(stray);
      }
    },
    onTooLong: () => undefined,
    // Its end may never come.
    onOverflow: () => {
      ending ??= `sent a message of more than ${maxMessageBytes / 1024 / 1024} MiB`;
      child?.stdout.destroy();
      void transport.close();
    },
  });

  const transport: StdioTransport = {
    stderr: null,
    get pid() {
      return child?.pid ?? null;
    },
    ending: async () => {
      if (ending === undefined) await within(newsMs, closed);
      return ending;
    },
    stderrTail: () => words.text().trim(),
    begin: () => {
      // Why it can't be started is for `start` to say.
      opened().catch(() => undefined);
    },
    start: async () => {
      if (isStarted) throw new Error("invariant: a transport is started once");
      isStarted = true;
      const { stdout } = await opened();
      // Not before: what comes earlier waits until there is one who reads it.
      stdout.on("data", (bytes: Buffer) => lines.push(bytes));
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        if (child === undefined || isClosing || ending !== undefined) {
          reject(new Error("not connected"));
          return;
        }
        child.stdin.write(`${JSON.stringify(message)}\n`, (error) => {
          if (error == null) resolve();
          else reject(error);
        });
      }),
    close: async () => {
      const started = await starting?.catch(() => undefined);
      if (started === undefined) return;
      isClosing = true;
      await endChild(started, closed);
    },
  };

  function opened(): Promise<Child> {
    starting ??= startChild(target).then(listen);
    return starting;
  }

  function listen(started: Child): Child {
    child = started;
    started.stderr.on("data", (bytes: Buffer) => {
      words.push(bytes);
      onStderr?.(bytes);
    });
    // A server that has closed its input is about to end, or will not answer: both are reported where they show.
    started.stdin.on("error", (error) => transport.onerror?.(error));
    closed = new Promise((resolve) => {
      started.on("close", (code, signal) => {
        // The SDK closes at a write that fails, before the news that the server has died by itself.
        const isOurs = isClosing && (signal !== null || code === 0);
        ending ??= isOurs ? "was closed" : signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
        resolve();
        transport.onclose?.();
      });
    });
    return started;
  }
  return transport;
}

export function isStdio(transport: Transport): transport is StdioTransport {
  return "stderrTail" in transport;
}

/** @throws NotStarted with what is wrong in words */
function startChild({ command, args, env, inherited, cwd }: StdioTarget): Promise<Child> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      cwd,
      env: { ...defaultVariables(), ...inherited, ...env },
      // A group of its own, so that all it starts can be ended with it.
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const { pid } = child;
    child.on("error", (error: NodeJS.ErrnoException) => {
      // Later errors are of signals that could not be sent.
      if (pid === undefined) reject(new NotStarted(`can't be started: ${startProblem(error, cwd)}`, { cause: error }));
    });
    if (pid === undefined) return;
    guardChild(pid);
    child.on("exit", () => {
      // Nothing that it has started outlives it, and a process that left the group does not hold the pipes for ever.
      signalGroup(pid, "SIGKILL");
      forgetChild(pid);
      const timer = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, heldPipesMs);
      child.on("close", () => clearTimeout(timer));
    });
    child.on("spawn", () => resolve(child));
  });
}

function startProblem(error: NodeJS.ErrnoException, cwd: string): string {
  // The system says "no such file" of the program when it is the folder that is missing.
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return "its working folder does not exist";
  if (error.code === "ENOENT") return "command not found";
  if (error.code === "EACCES") return "it is not executable";
  return error.code ?? error.message;
}

/** First the end of its input, then SIGTERM, then SIGKILL, each to the whole group; what has left the group is killed at the end. */
async function endChild(child: Child, closed: Promise<void>): Promise<void> {
  // Once it has ended, they have another parent.
  const below = child.pid === undefined ? [] : descendantsOf(child.pid);
  await endInSteps(child, closed);
  endProcesses(below);
}

async function endInSteps(child: Child, closed: Promise<void>): Promise<void> {
  const { pid } = child;
  child.stdin.end();
  if (pid === undefined || (await within(graceMs, closed))) return;
  signalGroup(pid, "SIGTERM");
  if (await within(termGraceMs, closed)) return;
  signalGroup(pid, "SIGKILL");
  await closed;
}

// Servers that we have started do not outlive us: not when this process exits, and not when a signal ends it that
// has no handler here (then it would be over without the event of an exit).

const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
/** Leaders of the servers' process groups. */
const children = new Set<number>();

export function guardChild(leader: number): void {
  enterGroup(leader);
  if (children.size === 0) for (const name of signals) process.on(name, endWithUs);
  children.add(leader);
}

export function forgetChild(leader: number): void {
  leaveGroup(leader);
  children.delete(leader);
  if (children.size === 0) for (const name of signals) process.off(name, endWithUs);
}

function endWithUs(name: NodeJS.Signals): void {
  // Somebody else decides what the signal means; when that is an exit, the groups are ended there.
  if (process.listenerCount(name) > 1) return;
  for (const leader of children) killGroup(leader);
  for (const each of signals) process.off(each, endWithUs);
  process.kill(process.pid, name);
}
