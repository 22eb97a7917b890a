// `pegboard init`: an empty folder becomes a project. Everything is planned first; a project is written whole or not at all.

import { mkdir, readdir, readFile, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { forms } from "../../compiler/catalog/grammar/forms.ts";
import { compile } from "../../compiler/compile.ts";
import { withoutCache } from "../../contract/generated-cache.ts";
import { errorCode, missingFolders, unlessAbsent } from "../../disk/disk-errors.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printError, printJson, type Terminal } from "../../terminal/terminal.ts";
import { applyChanges, type FileChange } from "../change-set.ts";
import { type PackagePlan, planPackageJson } from "../scaffold/package-json.ts";
import { type ProjectFile, projectFiles } from "../scaffold/project-files.ts";

export interface InitOptions {
  /** Name of the server. Default: made from the folder's name. */
  readonly name?: string;
  /** Without the two tools that show how it is done. */
  readonly empty?: true;
  /** Also in a folder that holds other files already; none of them is overwritten. */
  readonly yes?: true;
  readonly json?: true;
}

/** @param folder default: the current one; made when it is not there */
export async function init(terminal: Terminal, folder: string | undefined, options: InitOptions): Promise<ExitCode> {
  const root = resolve(terminal.cwd, folder ?? ".");
  const name = chooseName(options.name, basename(root));
  const present = await namesIn(root, folder ?? ".");
  const isEmpty = options.empty === true;
  const written = projectFiles({ name, isEmpty });
  const files = [...written, ...generatedFiles(written)];
  await refuseOccupied(root, present, files, options);
  const before = present.includes("package.json")
    ? await readFile(join(root, "package.json"), "utf8").catch(failsWith("'package.json' can't be read"))
    : undefined;
  const manifest = planPackageJson({ name }, before);
  const changes: readonly FileChange[] = [
    ...files.map(({ path, text }) => ({ path, before: undefined, after: text })),
    ...(before === manifest.text ? [] : [{ path: "package.json", before, after: manifest.text }]),
  ];
  const made = await makeFolder(root);
  try {
    await applyChanges(root, changes);
  } catch (error) {
    for (const path of made.toReversed()) await rmdir(path);
    throw error;
  }
  const repository = await outerRepository(root);
  if (options.json) {
    const paths = changes.map((change) => change.path).sort();
    printJson(terminal, { folder: root, name, files: paths, added: manifest.added, kept: manifest.kept });
  } else {
    report(terminal, { root, name, isEmpty, changes, manifest, before, repository });
  }
  return ExitCode.fine;
}

function chooseName(given: string | undefined, folder: string): string {
  if (given === undefined) return serverNameFrom(folder);
  if (isServerName(given)) return given;
  const form = `lower case words joined by '-' or '_', at most ${maxServerNameLength} characters`;
  throw new CliError(`'${given}' can't be the name of a server: it takes ${form}`, {
    hint: `for example --name ${serverNameFrom(given)}`,
  });
}

/** @returns none for a folder that is not there */
async function namesIn(root: string, named: string): Promise<readonly string[]> {
  try {
    return (await readdir(root)).sort();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    if (errorCode(error) === "ENOTDIR") throw new CliError(`'${named}' is a file; init needs a folder`);
    return failsWith(`'${named}' can't be read`)(error);
  }
}

/** What a folder may hold and still count as empty. */
const npmFiles = ["package.json", "package-lock.json", "node_modules", ".npmrc"];
const harmless = new Set([...npmFiles, ".git", ".DS_Store", "LICENSE"]);

async function refuseOccupied(
  root: string,
  present: readonly string[],
  files: readonly ProjectFile[],
  { yes }: InitOptions,
): Promise<void> {
  if (await exists(join(root, "schema", "catalog.yaml"))) {
    throw new CliError("there is a catalog here already: schema/catalog.yaml", {
      hint: "`pegboard add tool <name>` adds a tool to it; nothing was written",
    });
  }
  const inTheWay: string[] = [];
  for (const { path } of files) if (await exists(join(root, path))) inTheWay.push(path);
  if (inTheWay.length > 0) {
    throw new CliError(`init writes these files, and they exist already: ${inTheWay.join(", ")}`, {
      hint: "move them away, or go into an empty folder; nothing was written",
    });
  }
  const others = present.filter((name) => !harmless.has(name));
  if (others.length === 0 || yes) return;
  const shown =
    others.length > 6 ? `${others.slice(0, 6).join(", ")} and ${others.length - 6} more` : others.join(", ");
  throw new CliError(`the folder is not empty: it contains ${shown}`, {
    hint: "name another one (pegboard init <folder>), or add --yes: none of these would be overwritten",
  });
}

/** The new catalog compiled, so that the folder is complete at once; `generate` finds nothing to do. */
function generatedFiles(written: readonly ProjectFile[]): readonly ProjectFile[] {
  const { value, diagnostics } = compile(written.filter(({ path }) => path.startsWith("schema/")));
  if (value === undefined || value.files.length === 0) {
    throw new Error(`invariant: the first catalog does not compile: ${diagnostics.map(({ code }) => code).join(", ")}`);
  }
  const handWritten = new Set(written.map(({ path }) => path));
  return value.files.filter(({ path }) => !handWritten.has(path));
}

/** @returns the folders that were made, outermost first */
async function makeFolder(root: string): Promise<readonly string[]> {
  const missing = await missingFolders(root).catch(failsWith(`'${root}' can't be read`));
  for (const [index, path] of missing.entries()) {
    await mkdir(path).catch(async (error: unknown) => {
      for (const made of missing.slice(0, index).toReversed()) await rmdir(made);
      failsWith(`'${path}' can't be created`)(error);
    });
  }
  return missing;
}

/** The repository that the folder is a part of, without being its root: GitHub runs only the workflows of the root. */
async function outerRepository(root: string): Promise<string | undefined> {
  if (await exists(join(root, ".git"))) return undefined;
  for (let folder = dirname(root); ; folder = dirname(folder)) {
    if (await exists(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  const found = await stat(path)
    .catch(unlessAbsent)
    .catch(failsWith(`'${path}' can't be read`));
  return found !== undefined;
}

interface Outcome {
  readonly root: string;
  readonly name: string;
  readonly isEmpty: boolean;
  readonly changes: readonly FileChange[];
  readonly manifest: PackagePlan;
  /** package.json as it was. */
  readonly before: string | undefined;
  readonly repository: string | undefined;
}

function report(terminal: Terminal, outcome: Outcome): void {
  const { root, name, isEmpty, changes, manifest, before, repository } = outcome;
  const { green, yellow, bold, dim } = terminal.colors;
  const shown = withoutCache(changes);
  const written = shown.map(({ path }) => path).filter((path) => !path.startsWith("generated/"));
  for (const path of written.sort()) {
    const word = path === "package.json" && before !== undefined ? yellow("updated") : green("created");
    print(terminal, `${word} ${path}`);
  }
  print(terminal, `${green("created")} generated/ ${dim(`(${counted(shown.length - written.length, "file")})`)}`);
  if (before !== undefined && manifest.added.length > 0) {
    print(terminal, `added to package.json: ${manifest.added.join(", ")}`);
  }
  if (manifest.kept.length > 0) printError(terminal, `package.json keeps its own ${manifest.kept.join(", ")}`);
  if (repository !== undefined) {
    const shown = relative(terminal.cwd, repository) || ".";
    printError(
      terminal,
      `note: this folder is inside the repository '${shown}'; GitHub runs only workflows at its root, so move .github/ there`,
    );
  }
  const inside = relative(terminal.cwd, root);
  const steps: readonly (readonly [command: string, why: string])[] = [
    ...(inside === "" ? [] : [[`cd ${shellWord(inside)}`, ""] as const]),
    ["npm install", ""],
    ...(isEmpty ? [['npx pegboard add tool tag_list --new-family "Tags"', "the first tool"] as const] : sampleSteps),
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  print(terminal, `\n${bold(`'${name}' is a catalog ${isEmpty ? "without tools" : "of two tools"}. Next:`)}`);
  for (const [command, why] of steps) {
    print(terminal, why === "" ? `  ${command}` : `  ${command.padEnd(width)}  ${dim(`# ${why}`)}`);
  }
}

const sampleSteps = [
  ["npm test", "the examples of schema/ are tests already"],
  ["npx pegboard call note_create title=Milk --catalog .", "one call, without a server"],
  ["npx pegboard add tool note_archive", "the next tool"],
] as const;

function shellWord(path: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Clients join the server's name and a tool's into one, and cut or refuse what is longer than 60 characters. */
export const maxServerNameLength = 24;

/** True for what may stand under `server.name` of a new catalog. */
export function isServerName(name: string): boolean {
  return name.length <= maxServerNameLength && new RegExp(forms.serverName.pattern, "u").test(name);
}

/**
 * A server's name made from anything, such as the name of a folder: "Meine Notizen (2)" becomes "meine-notizen-2".
 * @returns "catalog" when nothing of it can be used
 */
export function serverNameFrom(text: string): string {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæøłđ]/g, (letter) => spelledOut[letter] ?? "")
    .split(/[^a-z0-9_]+/)
    .filter((word) => word !== "")
    .join("-")
    .replace(/^[_-]+/, "");
  const name = /^[0-9]/.test(words) ? `mcp-${words}` : words;
  return name.slice(0, maxServerNameLength).replace(/[_-]+$/, "") || "catalog";
}

/** Letters that no decomposition takes apart. */
const spelledOut: { readonly [letter: string]: string } = { ß: "ss", æ: "ae", ø: "o", ł: "l", đ: "d" };
