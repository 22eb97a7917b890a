// Turns the TypeScript of a project's catalog (generated/registry.ts, src/host.ts and the handlers behind them) into
// modules that Node can run, kept in the project's own node_modules/.cache until an input changes.
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import packageJson from "../../../package.json" with { type: "json" };
import { packageFolder } from "../../disk/package-folder.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { markDaily, markUsed, removeUnused } from "./bundle-folders.ts";
import { outerModules } from "./outer-modules.ts";

/** What the newest bundle was made of: valid while every input still has its hash. */
interface BundleRecord {
  /** Our version and where `pegboard/…` leads to. */
  readonly maker: string;
  readonly folder: string;
  /** Path relative to the project → SHA-256 of its bytes. */
  readonly inputs: { readonly [path: string]: string };
}

/**
 * Runs project code later, none now.
 * @returns the path of a module that exports `registry`, `openHost` and `loadHost`
 * @throws CliError when generated/ is missing, the sources don't build, or the cache can't be written
 */
export async function bundleCatalog(root: string): Promise<string> {
  await refuseIncomplete(root);
  const cache = join(root, "node_modules", ".cache", "pegboard");
  const runtime = loadedPath(root, "pegboard/runtime");
  const maker = `pegboard ${packageJson.version} ${runtime}`;
  const folder =
    (await currentFolder(root, cache, maker)) ??
    (await bundle(root, cache, maker).catch(failsWith(`the catalog can't be built into '${cache}'`)));
  markDaily(folder);
  return join(folder, entryName);
}

const entryName = "stdin.js";

/** @throws CliError when what only `generate` writes is not there */
export async function refuseIncomplete(root: string): Promise<void> {
  for (const path of ["generated/registry.ts", "src/host.ts"]) {
    const found = await stat(join(root, path)).catch(() => undefined);
    if (found === undefined) {
      throw new CliError(`'${path}' is missing in ${root}`, { hint: "run `pegboard generate` there first" });
    }
  }
}

/** @returns the folder */
async function bundle(root: string, cache: string, maker: string): Promise<string> {
  const { build } = await import("esbuild");
  await mkdir(cache, { recursive: true });
  const beside = await mkdtemp(join(cache, ".building-"));
  try {
    const outcome = await build({
      ...bundleOptions(root),
      stdin: { contents: catalogModule, resolveDir: root, loader: "ts" },
      outdir: beside,
      sourcemap: "inline",
      plugins: [leadTo(root), outerModules(root)],
    }).catch((error: unknown) => {
      throw buildError(error);
    });
    const inputs = hashes(root, Object.keys(outcome.metafile.inputs));
    const folder = sha256(JSON.stringify([maker, inputs])).slice(0, 20);
    await rename(beside, join(cache, folder)).catch((error: NodeJS.ErrnoException) => {
      // The same inputs were built before, and a running server may load from there: same bytes, so it stays.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
    const record: BundleRecord = { maker, folder, inputs };
    await replaceFile(join(cache, "newest.json"), `${JSON.stringify(record, undefined, 2)}\n`);
    await markUsed(join(cache, folder));
    await removeUnused(cache);
    return join(cache, folder);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** Of the package that the project has installed; without one, of the program that runs. */
export function entryPath(root: string, entry: string): string {
  for (const from of [join(root, "package.json"), import.meta.url]) {
    try {
      return createRequire(from).resolve(entry);
    } catch {
      // Not installed there: the next place is asked, and the last one is our own package.
    }
  }
  throw new CliError(`'${entry}' can't be found`, {
    hint: "install pegboard in the project: npm install pegboard",
  });
}

/** Where the project's package is the one that runs, its entries are there once more as parts of the program, which are loaded already. */
function loadedPath(root: string, entry: string): string {
  const path = entryPath(root, entry);
  const dist = join(packageFolder(), "dist");
  const name = entry.slice("pegboard/".length);
  return path === join(dist, name, "index.js") ? join(dist, "cli", `${name}.js`) : path;
}

/** What handlers and hosts import of us, where it is. */
function leadTo(root: string): Plugin {
  return {
    name: "pegboard-entries",
    setup(bundler) {
      bundler.onResolve({ filter: /^pegboard\/(runtime|process|gateway|api)$/ }, ({ path }) => ({
        path: loadedPath(root, path),
        external: true,
      }));
    },
  };
}

/** @returns the folder that was built last, where it is what a build would make now */
async function currentFolder(root: string, cache: string, maker: string): Promise<string | undefined> {
  const record = await readRecord(join(cache, "newest.json"));
  if (record === undefined || record.maker !== maker) return undefined;
  const { inputs } = record;
  const folder = join(cache, record.folder);
  // First: no process removes it from here on.
  await markUsed(folder);
  try {
    await stat(join(folder, entryName));
    const now = hashes(root, Object.keys(inputs));
    return Object.entries(inputs).every(([path, known]) => now[path] === known) ? folder : undefined;
  } catch {
    // An input is gone: whether that matters, the new build will show.
    return undefined;
  }
}

/** At once: of hundreds of small files, reading one after the other takes a fifth of the time that promises take. */
function hashes(root: string, paths: readonly string[]): { readonly [path: string]: string } {
  const files = paths.filter((path) => path !== "<stdin>").map((path) => relative(root, resolve(root, path)));
  return Object.fromEntries(files.sort().map((path) => [path, sha256(readFileSync(join(root, path)))]));
}

function sha256(content: string | Buffer): string {
  return hash("sha256", content, "hex");
}

async function readRecord(path: string): Promise<BundleRecord | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    const isRecord = typeof value === "object" && value !== null && "maker" in value && "folder" in value;
    // Only `bundle` writes this file; whatever else it holds fails the comparison of hashes.
    return isRecord ? (value as BundleRecord) : undefined;
  } catch {
    // No record, or a damaged one: build again.
    return undefined;
  }
}

/** How a catalog is turned into modules that Node can run; npm packages stay where they are. */
export function bundleOptions(root: string) {
  return {
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    metafile: true,
    logLevel: "silent",
  } as const satisfies BuildOptions;
}

/** What a catalog is to those who serve or call it. Tools can be listed before the host is loaded, with all that it imports. */
export const catalogModule = `export { registry } from "./generated/registry.ts";
export const loadHost = () => import("./src/host.ts");
export const openHost = async (world) => (await loadHost()).openHost(world);
`;

/** esbuild's list of messages as one sentence with the first place; any other error as it is. */
export function buildError(error: unknown): unknown {
  if (typeof error !== "object" || error === null || !("errors" in error) || !Array.isArray(error.errors)) return error;
  const [first] = error.errors as readonly {
    text: string;
    location: { file: string; line: number; column: number } | null;
  }[];
  if (first === undefined) return error;
  const { location, text } = first;
  const where = location === null ? "" : `${location.file}:${location.line}:${location.column + 1}: `;
  const more = error.errors.length > 1 ? ` (and ${error.errors.length - 1} more)` : "";
  const isHandler = /^Could not resolve "[^"]*\/src\/(?:handlers|prompts|resources)\//.test(text);
  return new CliError(`the catalog's sources don't build: ${where}${text}${more}`, {
    cause: error,
    ...(isHandler ? { hint: "the handler is missing: pegboard generate writes a first version of it" } : {}),
  });
}
