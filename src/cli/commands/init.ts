// `pegboard init`: an empty folder becomes a project, and a catalog that is there gets what a project has around it. Everything is
// planned first; a project is written whole or not at all.

import { mkdir, readdir, readFile, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { forms } from "../../compiler/catalog/grammar/forms.ts";
import { compile } from "../../compiler/compile.ts";
import { withoutCache } from "../../contract/generated-cache.ts";
import { hasErrors } from "../../diagnostics/diagnostic.ts";
import { errorCode, missingFolders, unlessAbsent } from "../../disk/disk-errors.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printError, printJson, type Terminal } from "../../terminal/terminal.ts";
import { applyChanges, type FileChange } from "../change-set.ts";
import { compileProject } from "../compile-project.ts";
import { missingFiles } from "../scaffold/missing-files.ts";
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

/** What is written beside package.json. */
interface InitPlan {
  readonly name: string;
  readonly files: readonly ProjectFile[];
  /** Files that stay as they are, in a folder that has a catalog. */
  readonly kept: readonly string[];
  readonly kind: "sample" | "empty" | "around";
}

/** @param folder default: the current one; made when it is not there */
export async function init(terminal: Terminal, folder: string | undefined, options: InitOptions): Promise<ExitCode> {
  const root = resolve(terminal.cwd, folder ?? ".");
  const present = await namesIn(root, folder ?? ".");
  const hasCatalog = await exists(join(root, "schema", "catalog.yaml"));
  const planned = hasCatalog ? await planAround(terminal, root, options) : planNew(root, options);
  const { name, files, kind } = planned;
  if (!hasCatalog) await refuseInTheWay(root, files);
  const before = present.includes("package.json")
    ? await readFile(join(root, "package.json"), "utf8").catch(failsWith("'package.json' can't be read"))
    : undefined;
  const manifest = planPackageJson({ name }, before);
  const changes: readonly FileChange[] = [
    ...files.map(({ path, text }) => ({ path, before: undefined, after: text })),
    ...(before === manifest.text ? [] : [{ path: "package.json", before, after: manifest.text }]),
  ];
  if (changes.length === 0) {
    throw new CliError("there is a catalog here already: schema/catalog.yaml, with all that init writes around it", {
      hint: "`pegboard add tool <name>` adds a tool to it; nothing was written",
    });
  }
  refuseOccupied(hasCatalog ? present.filter((name) => !ofCatalog.has(name)) : present, options);
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
    report(terminal, { root, name, kind, stays: planned.kept, changes, manifest, before, repository });
  }
  return ExitCode.fine;
}

function planNew(root: string, options: InitOptions): InitPlan {
  const name = chooseName(options.name, basename(root));
  const isEmpty = options.empty === true;
  const written = projectFiles({ name, isEmpty });
  return { name, files: [...written, ...generatedFiles(written)], kept: [], kind: isEmpty ? "empty" : "sample" };
}

/** For a catalog that was imported, or written by hand. */
async function planAround(terminal: Terminal, root: string, options: InitOptions): Promise<InitPlan> {
  const { compilation, diagnostics } = await compileProject(terminal, root);
  if (compilation === undefined || hasErrors(diagnostics)) {
    throw new CliError("there is a catalog here already, and it has errors: schema/catalog.yaml", {
      hint: "`pegboard lint` names them; nothing was written",
    });
  }
  const { name } = compilation.catalog.server;
  if (options.name !== undefined && options.name !== name) {
    throw new CliError(`the catalog here has a name: '${name}'`, { hint: "leave out --name; nothing was written" });
  }
  return { name, ...(await missingFiles(root, name)), kind: "around" };
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

/** What a catalog consists of before anything is around it. */
const ofCatalog = new Set(["schema", "src", "generated", "dist", "test"]);

async function refuseInTheWay(root: string, files: readonly ProjectFile[]): Promise<void> {
  const inTheWay: string[] = [];
  for (const { path } of files) if (await exists(join(root, path))) inTheWay.push(path);
  if (inTheWay.length === 0) return;
  throw new CliError(`init writes these files, and they exist already: ${inTheWay.join(", ")}`, {
    hint: "move them away, or go into an empty folder; nothing was written",
  });
}

function refuseOccupied(present: readonly string[], { yes }: InitOptions): void {
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
  readonly kind: InitPlan["kind"];
  /** Files that were there and were not changed. */
  readonly stays: readonly string[];
  readonly changes: readonly FileChange[];
  readonly manifest: PackagePlan;
  /** package.json as it was. */
  readonly before: string | undefined;
  readonly repository: string | undefined;
}

function report(terminal: Terminal, outcome: Outcome): void {
  const { root, name, kind, stays, changes, manifest, before, repository } = outcome;
  const { green, yellow, bold, dim } = terminal.colors;
  const shown = withoutCache(changes);
  const written = shown.map(({ path }) => path).filter((path) => !path.startsWith("generated/"));
  for (const path of written.sort()) {
    const word = path === "package.json" && before !== undefined ? yellow("updated") : green("created");
    print(terminal, `${word} ${path}`);
  }
  const made = shown.length - written.length;
  if (made > 0) print(terminal, `${green("created")} generated/ ${dim(`(${counted(made, "file")})`)}`);
  if (stays.length > 0) printError(terminal, `these were there and stay as they are: ${stays.join(", ")}`);
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
  const steps: readonly Step[] = [
    ...(inside === "" ? [] : [[`cd ${shellWord(inside)}`, ""] as const]),
    ["npm install", ""],
    ...nextSteps[kind],
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  print(terminal, `\n${bold(`'${name}' is a ${kindTexts[kind]}. Next:`)}`);
  for (const [command, why] of steps) {
    print(terminal, why === "" ? `  ${command}` : `  ${command.padEnd(width)}  ${dim(`# ${why}`)}`);
  }
}

const kindTexts = {
  sample: "catalog of two tools",
  empty: "catalog without tools",
  around: "project now",
} as const satisfies Record<InitPlan["kind"], string>;

type Step = readonly [command: string, why: string];

const nextSteps: Readonly<Record<InitPlan["kind"], readonly Step[]>> = {
  sample: [
    ["npm test", "the examples of schema/ are tests already"],
    ["npx pegboard call note_create title=Milk --catalog .", "one call, without a server"],
    ["npx pegboard add tool note_archive", "the next tool"],
  ],
  empty: [['npx pegboard add tool tag_list --new-family "Tags"', "the first tool"]],
  around: [
    ["npx pegboard generate", "handlers, types and validators of its tools"],
    ["npm run check", "lint, generated files, types, and the examples of schema/ as tests"],
  ],
};

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
