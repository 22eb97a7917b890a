import { accessSync, constants, statSync } from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import type { ServerTarget } from "../../client/server-connection.ts";
import { runChild } from "../../process/run-child.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type Check, fine, problem, warning } from "./check.ts";

type StdioTarget = Extract<ServerTarget, { readonly kind: "stdio" }>;

const versionMs = 10_000;

/** Whether the program is there, and for programs of Node whether it is new enough. */
export async function checkProgram(
  { command, args, cwd }: StdioTarget,
  { env }: Pick<Terminal, "env">,
  isOurs: boolean,
): Promise<readonly Check[]> {
  const isPath = /[\\/]/.test(command);
  const path = isPath ? command : findOnPath(command, env.PATH ?? "");
  if (path === undefined) {
    const hint = "install it, or name it with its full path";
    return [problem("program", `there is no program '${command}' on the PATH`, hint)];
  }
  const checks: Check[] = isPath
    ? []
    : [
        warning(
          "program",
          `'${command}' is found on your PATH; a client that was not started from a shell may have a shorter one`,
          `if it does not start there, name it with its full path: ${path}`,
        ),
      ];
  if (!/^node(\.exe)?$/i.test(basename(command))) return checks;
  const [script] = args;
  if (script !== undefined && isAbsolute(script) && !isFile(script)) {
    const hint = isOurs ? "it was moved or removed: run pegboard install again" : "it was moved or removed";
    return [...checks, problem("program", `'${script}' is not there`, hint)];
  }
  return [...checks, ...(isOurs ? [await checkNode(path, cwd)] : [])];
}

async function checkNode(node: string, cwd: string): Promise<Check> {
  const wanted = packageJson.engines.node;
  try {
    const { stdout } = await runChild(node, ["--version"], { cwd, signal: AbortSignal.timeout(versionMs) });
    const version = stdout.toString("utf8").trim().slice(0, 40);
    if (isAtLeast(version.replace(/^v/, ""), wanted.replace(/^>=/, ""))) return fine("node", `Node ${version}`);
    const hint = "install a newer one and run pegboard install again with it";
    return problem("node", `Node ${version} is too old: it must be ${wanted}`, hint);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return problem("node", `'${node} --version' fails: ${reason}`, "run pegboard install again with a Node that works");
  }
}

function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [version, least].map((text) => text.split(".").map(Number));
  const at = (want ?? []).findIndex((part, index) => part !== (have?.[index] ?? 0));
  return at < 0 || (have?.[at] ?? 0) > (want?.[at] ?? 0);
}

function findOnPath(command: string, path: string): string | undefined {
  const endings = process.platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => endings.map((ending) => join(folder, `${command}${ending}`)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    // Not there, or not for us: the next folder of the PATH is asked.
    return false;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
