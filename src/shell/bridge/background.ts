// A bridge that goes on when the command that started it has ended, as ssh-agent does.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { BridgeClient } from "../../bridge/client/bridge-client.ts";
import { RpcError, RpcHttpError, RpcTimeoutError } from "../../bridge/rpc-errors.ts";
import { isJsonObject, jsonIn } from "../../contract/json.ts";
import { errorCode } from "../../disk/disk-errors.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import { thisProgram } from "../install/this-program.ts";
import { withoutBridge } from "./run-with.ts";

/** Names the process of a bridge in the background. */
export const pidVariable = "PEGBOARD_BRIDGE_PID";

/** How long servers may take to be read and the bridge to listen, in milliseconds. */
const startMs = 30_000;
const stopMs = 10_000;

export interface BackgroundBridge {
  readonly pid: number;
  /** By which programs find it, with that of its process. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Starts a bridge in a process of its own, in a session of its own.
 * @param flags of `bridge`; secrets are never among them
 * @throws CliError with what it said when it does not start
 */
export async function startInBackground(terminal: Terminal, flags: readonly string[]): Promise<BackgroundBridge> {
  const folder = join(userFolders(terminal.env).state, "bridge");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A pipe would break when this process ends. It is gone once the bridge runs: nothing is left behind.
  const path = join(folder, `${randomBytes(8).toString("hex")}.log`);
  const log = await open(path, "wx", 0o600);
  try {
    const { node, main } = thisProgram();
    const child = spawn(node, [main, "bridge", ...flags, "--json"], {
      cwd: terminal.cwd,
      env: withoutBridge(terminal.env),
      detached: true,
      stdio: ["ignore", "pipe", log.fd],
      windowsHide: true,
    });
    const { stdout } = child;
    if (stdout === null) throw new Error("invariant: its stdout is a pipe");
    const started = await firstAnswer(stdout, new Promise<void>((end) => child.once("exit", () => end())));
    const said = await readFile(path, "utf8");
    const { pid } = child;
    const variables = isJsonObject(started) && isJsonObject(started.env) ? textsIn(started.env) : undefined;
    if (pid === undefined || variables === undefined) {
      child.kill();
      throw new CliError("the bridge did not start", { exitCode: ExitCode.unreachable, hint: lastLine(said) });
    }
    // What it has to say of its servers; that Ctrl-C stops it is not true here.
    const warnings = said.split("\n").filter((line) => line !== "" && !line.startsWith("the bridge listens at"));
    for (const line of warnings) printError(terminal, line);
    stdout.destroy();
    child.unref();
    return { pid, variables: { ...variables, [pidVariable]: String(pid) } };
  } finally {
    await log.close();
    await rm(path, { force: true });
  }
}

function textsIn(object: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, String(value)]));
}

function lastLine(text: string): string | undefined {
  const line = text.trimEnd().split("\n").at(-1)?.trim();
  return line === "" ? undefined : line?.replace(/^error: /, "");
}

/** The first JSON on its stdout, or undefined when it ends or takes too long. */
async function firstAnswer(stdout: NodeJS.ReadableStream, ended: Promise<void>): Promise<unknown> {
  let text = "";
  const read = new Promise<unknown>((found) => {
    stdout.on("data", (bytes: Buffer) => {
      text += bytes.toString("utf8");
      const value = jsonIn(text);
      if (value !== undefined) found(value);
    });
  });
  const limit = new AbortController();
  const late = wait(startMs, undefined, { signal: limit.signal }).catch(() => undefined);
  try {
    return await Promise.race([read, ended, late]);
  } finally {
    limit.abort();
  }
}

export interface StoppedBridge {
  readonly pid: number;
  /** False: it had ended before, by itself or by someone else. */
  readonly wasRunning: boolean;
  /** The variables to be taken away. */
  readonly names: readonly string[];
}

/**
 * Ends the bridge that the variables of this environment name.
 * @throws CliError where they name none; where another process has its number by now, that one is left alone
 */
export async function stopInBackground({ env }: Pick<Terminal, "env">): Promise<StoppedBridge> {
  const text = env[pidVariable] ?? "";
  const pid = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
  if (pid === undefined) {
    throw new CliError(`${pidVariable} does not name a bridge`, {
      hint: 'eval "$(pegboard bridge --background)" starts one, in the shell that stops it',
    });
  }
  const wasRunning = await answers(env, pid);
  if (wasRunning) {
    signal(pid, "SIGTERM");
    const until = Date.now() + stopMs;
    while (signal(pid, 0) && Date.now() < until) await wait(50);
    if (signal(pid, 0)) throw new CliError(`the bridge (process ${pid}) does not end`);
  }
  const names = ["TOOL_CLI_HOST", "TOOL_CLI_PORT", "TOOL_CLI_TOKEN", "TOOL_CLI_TOKEN_FILE", pidVariable];
  return { pid, wasRunning, names };
}

/**
 * The number of a process says little: a bridge that takes the token is ours.
 * @returns false where none is there any more
 * @throws CliError for one that takes another token, or does not answer: whether it is ours is not known
 */
async function answers(env: Terminal["env"], pid: number): Promise<boolean> {
  try {
    await new BridgeClient({ env }).info({ timeoutMs: 5_000 });
    return true;
  } catch (error) {
    if (error instanceof RpcTimeoutError || (error instanceof RpcHttpError && error.status === 401)) {
      const exitCode = error instanceof RpcTimeoutError ? ExitCode.timedOut : ExitCode.refused;
      throw new CliError(`process ${pid} was not stopped: ${error.message}`, { exitCode, cause: error });
    }
    if (error instanceof RpcError) return false;
    throw error instanceof TypeError ? new CliError(error.message, { cause: error }) : error;
  }
}

/** @returns whether the process is there */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return false;
    throw error;
  }
}
