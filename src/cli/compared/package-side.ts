// A side that is a published npm package: installed into the cache of the user, started, asked for its lists.

import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { runChild } from "../../process/index.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import { isThere } from "../project.ts";
import { listFromCommand, type ServerAccess } from "../read-tool-list.ts";
import { parseSavedJson } from "./saved-side.ts";
import type { ListSide } from "./side.ts";

/** One published version of a package. */
export interface PackageVersion {
  readonly name: string;
  readonly version: string;
}

const prefix = "npm:";
/** Large packages over a slow network. */
const installMs = 300_000;

export function isPackageWord(word: string): boolean {
  return word.startsWith(prefix);
}

/**
 * @param word `npm:NAME@VERSION`
 * @throws CliError when it names anything but one version: a tag or a range means another one tomorrow
 */
export function readPackageWord(word: string): PackageVersion {
  const { name = "", version = "" } = /^npm:(?<name>@?[^@]*)(?:@(?<version>.*))?$/.exec(word)?.groups ?? {};
  if (!/^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i.test(name)) {
    throw new CliError(`'${visible(word)}' does not name an npm package`, { hint: "write npm:NAME@VERSION" });
  }
  if (!/^\d+\.\d+\.\d+(?:[-+][0-9a-z.+-]+)?$/i.test(version)) {
    throw new CliError(`'${visible(word)}' does not name one version`, {
      hint: `write npm:${name}@VERSION, such as npm:${name}@1.2.0; \`npm view ${name} version\` prints the newest`,
    });
  }
  return { name, version };
}

/**
 * What the server of a package lists. It is installed once, without its install scripts, and started with the Node that runs this.
 * @param args of the server
 * @throws CliError when it can't be installed, has no command, or gives no list
 */
export async function packageSide(
  terminal: Terminal,
  word: string,
  args: readonly string[],
  options: ServerAccess,
): Promise<ListSide> {
  const wanted = readPackageWord(word);
  const folder = await installed(terminal, wanted);
  const program = await programOf(folder, wanted);
  const { list } = await listFromCommand(terminal, [process.execPath, program, ...args], options, word);
  return { kind: "list", name: word, list, locate: async () => new Map() };
}

/** @returns the folder in which npm installed it, now or earlier */
async function installed(terminal: Terminal, { name, version }: PackageVersion): Promise<string> {
  const cache = join(userFolders(terminal.env).cache, "packages");
  const folder = join(cache, `${name.replace("/", "+")}@${version}`);
  if (await isThere(join(folder, "node_modules", name, "package.json"))) return folder;
  await mkdir(cache, { recursive: true, mode: 0o700 }).catch(failsWith(`'${cache}' can't be made`));
  // Under its name it stands only once it is whole: a run that was ended leaves nothing that is taken for an installed package.
  const staging = await mkdtemp(join(cache, ".new-"));
  try {
    printError(terminal, `installing ${name}@${version} into ${cache}, without its install scripts`);
    await writeFile(join(staging, "package.json"), '{"private":true}\n');
    await runNpm(terminal, staging, `${name}@${version}`);
    await rename(staging, folder).catch(async (error: unknown) => {
      // Another run was faster, and nothing differs in what it installed.
      if (!(await isThere(join(folder, "node_modules", name, "package.json")))) throw error;
    });
    return folder;
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function runNpm(terminal: Terminal, folder: string, wanted: string): Promise<void> {
  const signal = terminal.catchInterrupts();
  const [command, ...before] = npmCommand();
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--no-package-lock", "--loglevel=error"];
  const words = [...before, "install", "--ignore-scripts", ...quiet, "--prefix", folder, "--", wanted];
  const limited = AbortSignal.any([signal, AbortSignal.timeout(installMs)]);
  const end = await runChild(command, words, { cwd: folder, env: terminal.env, signal: limited }).catch((error) => {
    const exitCode = signal.aborted ? ExitCode.interrupted : limited.aborted ? ExitCode.timedOut : ExitCode.unreachable;
    const why = limited.aborted && !signal.aborted ? `it took more than ${installMs / 1000} seconds` : reasonIn(error);
    throw new CliError(`npm could not install '${wanted}': ${why}`, { exitCode, cause: error });
  });
  if (end.code === 0) return;
  const why = `npm could not install '${wanted}': ${complaintIn(end.stderr)}`;
  throw new CliError(why, { exitCode: ExitCode.unreachable });
}

/** On Windows npm is a script for a shell, and none is used here. */
function npmCommand(): readonly [string, ...string[]] {
  if (process.platform !== "win32") return ["npm"];
  return [process.execPath, join(dirname(process.execPath), "node_modules", "npm", "bin", "npm-cli.js")];
}

function reasonIn(error: unknown): string {
  return visible(error instanceof Error ? error.message : String(error)).slice(0, 200);
}

/** The first sentence of npm that is not a code. */
function complaintIn(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.replace(/^npm (?:error|ERR!) ?/, "").trim());
  return visible(lines.find((line) => line !== "" && !line.startsWith("code ")) ?? "it gives no reason").slice(0, 300);
}

/** The command of the package that `npx` would run. */
async function programOf(folder: string, { name, version }: PackageVersion): Promise<string> {
  const home = join(folder, "node_modules", name);
  const text = await readFile(join(home, "package.json"), "utf8").catch(failsWith(`'${name}' can't be read`));
  const manifest = parseSavedJson(text, `package.json of '${name}'`);
  const bin = isJsonObject(manifest) ? manifest.bin : undefined;
  const files = typeof bin === "string" ? [bin] : isJsonObject(bin) ? filesOf(bin, name) : [];
  const [file, another] = files;
  if (file !== undefined && another === undefined) return join(home, file);
  const what = file === undefined ? "has no command to start" : "has several commands";
  throw new CliError(`'${name}@${version}' ${what}`, {
    hint: "start its server yourself: --against-stdio, --head --stdio",
  });
}

function filesOf(bin: JsonObject, name: string): readonly string[] {
  const own = bin[name.slice(name.lastIndexOf("/") + 1)];
  const named = own === undefined ? Object.values(bin) : [own];
  return [...new Set(named.filter((file) => typeof file === "string"))];
}
