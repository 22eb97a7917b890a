// The files of a build: a catalog, its handlers, the packages they import and the program that serves them, so that the folder runs
// where nothing is installed but Node.
import { readFile, realpath } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join, posix } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import packageJson from "../../package.json" with { type: "json" };
import { packageFolder } from "../disk/package-folder.ts";
import { slashPath } from "../disk/slash-path.ts";
import { buildManifest, builtModule } from "../shell/catalog/built-catalog.ts";
import { buildError, bundleOptions, catalogModule, entryPath } from "../shell/catalog/bundle-catalog.ts";
import { nativePackages } from "./native-packages.ts";
import { holdsOwnCode, portableMap } from "./source-maps.ts";
import { noticesFile, thirdPartyNotices } from "./third-party-notices.ts";
import { easilyLeftOut, withoutUnused } from "./unused-of-packages.ts";

export interface Bundle {
  /** Path relative to the out folder, `/` separators → text. */
  readonly files: ReadonlyMap<string, string>;
  /** Packages that must be installed beside it, with their versions: they hold machine code. Sorted. */
  readonly native: readonly NativePackage[];
  /** Sources that ask where they are, relative to the project: files beside them are not part of the build. Sorted. */
  readonly located: readonly string[];
}

/** Name → version. */
type Dependencies = { readonly [name: string]: string };

export interface NativePackage {
  readonly name: string;
  readonly version: string;
}

/**
 * @param out the folder that it will be written to, relative to the project, `/` separators
 * @param beside makes further files of what must be installed beside the build; they take the place of those of the same name
 * @throws CliError when the sources don't build
 */
export async function bundleServer(
  project: string,
  out: string,
  beside: (dependencies: Dependencies) => ReadonlyMap<string, string>,
): Promise<Bundle> {
  const esbuild = await import("esbuild");
  // esbuild names files by their places behind links.
  const root = await realpath(project);
  const outdir = join(root, out);
  const native = new Map<string, string>();
  const outcome = await esbuild
    .build({
      ...bundleOptions(root),
      packages: "bundle",
      define: whereAFileIs,
      minifyWhitespace: true,
      minifySyntax: true,
      charset: "utf8",
      entryPoints: { server: serverEntry, catalog: catalogEntry },
      chunkNames: "chunks/[name]-[hash]",
      assetNames: "chunks/[name]-[hash]",
      plugins: [
        entries(root),
        readLists(root),
        requiredBuiltins,
        withoutUnused,
        nativePackages(native),
        minifyPackages(esbuild),
      ],
      legalComments: "none",
      sourcemap: "external",
      sourcesContent: false,
      outdir,
      write: false,
    })
    .catch((error: unknown) => {
      throw buildError(error);
    });
  const files = new Map<string, string>();
  const outputs = new Map(outcome.outputFiles.map(({ path, text }) => [slashPath(outdir, path), text]));
  const factsOf = (name: string) => outcome.metafile.outputs[`${out}/${name}`];
  const packageFiles = await ownFiles(root);
  for (const [name, output] of outputs) {
    if (name.endsWith(".map")) continue;
    const inputs = Object.keys(factsOf(name)?.inputs ?? {});
    const text = withoutHelpers(output, (path) => isHelper(factsOf(posix.join(posix.dirname(name), path))));
    const map = holdsOwnCode(inputs.filter((path) => !path.startsWith(packageFiles)))
      ? outputs.get(`${name}.map`)
      : undefined;
    if (map !== undefined) {
      files.set(name, `${text}//# sourceMappingURL=${posix.basename(name)}.map\n`);
      files.set(`${name}.map`, portableMap(map, posix.relative(posix.dirname(`${out}/${name}`), "")));
    } else if (name.endsWith(".js")) {
      files.set(name, await shortened(esbuild, text, isOfPackages(inputs) ? { minify: true } : onlySpaces));
    } else {
      files.set(name, text);
    }
  }
  if (!files.has(builtModule)) throw new Error(`invariant: esbuild made no ${builtModule}`);
  for (const [path, text] of await startScripts(esbuild, files, loadedAlways(outcome.metafile, out)))
    files.set(path, text);
  const dependencies = Object.fromEntries([...native].sort(([one], [other]) => (one < other ? -1 : 1)));
  files.set("package.json", `${JSON.stringify({ private: true, type: "module", dependencies }, undefined, 2)}\n`);
  files.set(noticesFile, await thirdPartyNotices(root, Object.keys(outcome.metafile.inputs)));
  for (const [name, text] of beside(dependencies)) files.set(name, text);
  const manifest = { maker: `pegboard ${packageJson.version}`, files: [...files.keys(), buildManifest].sort() };
  files.set(buildManifest, `${JSON.stringify(manifest, undefined, 2)}\n`);
  return {
    files,
    native: Object.entries(dependencies).map(([name, version]) => ({ name, version })),
    located: await locatedSources(root, Object.keys(outcome.metafile.inputs), packageFiles),
  };
}

/**
 * What every server loads: the catalog, what calls pass through, and what these import at once. The file of calls itself stays a module:
 * so the modules that stand for scripts are loaded with it, and not by the first handler. @returns paths relative to `out`
 */
function loadedAlways({ outputs }: Metafile, out: string): ReadonlySet<string> {
  const ofCalls = Object.entries(outputs).flatMap(([path, { entryPoint = "" }]) =>
    callsFile.test(entryPoint) ? [path] : [],
  );
  const paths = new Set([`${out}/${builtModule}`, ...ofCalls]);
  for (const path of paths) {
    for (const { kind, path: target, external } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && external !== true) paths.add(target);
    }
  }
  for (const path of ofCalls) paths.delete(path);
  return new Set([...paths].map((path) => posix.relative(out, path)));
}

/** Of those, what has no code of the project, whose stacks lead to its sources, becomes scripts. @returns path → text of what changes */
async function startScripts(
  esbuild: typeof import("esbuild"),
  files: ReadonlyMap<string, string>,
  start: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const { loaderPath, scriptChunks } = await import("./script-chunks.ts");
  const modules = new Map([...files].filter(([path]) => path === serverFile || start.has(path)));
  const isWanted = (path: string) => start.has(path) && !files.has(`${path}.map`);
  const written = scriptChunks(modules, isWanted, { others: true });
  if (![...written.keys()].some((path) => !files.has(path))) return written;
  // Of the program that runs, whatever the project has installed: it has written the scripts.
  const loader = await readFile(join(packageFolder(), "dist", "standalone", loaderPath), "utf8");
  return new Map([...written, [loaderPath, await shortened(esbuild, loader, { minify: true })]]);
}

/** The file of the package that holds what calls pass through. It is loaded when the first list was sent. */
const callsFile = /\/standalone\/chunks\/with-calls-\w+\.js$/;

/** CommonJS modules have these two, and are a part of modules that have not. */
const whereAFileIs = { __dirname: "import.meta.dirname", __filename: "import.meta.filename" } as const;

/** What the paths of our own package begin with, relative to the project: it may be linked, or be the project. */
async function ownFiles(root: string): Promise<string> {
  return posix.join(slashPath(root, await realpath(packageFolder())), "dist/");
}

/** @param inputs what the build was made of, relative to the project @param ours as `ownFiles` gives it */
async function locatedSources(root: string, inputs: readonly string[], ours: string): Promise<readonly string[]> {
  // A path out of the project may lead into a package without naming its folder.
  const isPackaged = (path: string) => /[\\/]node_modules[\\/](?!\.)/.test(join(root, path));
  const isSource = (path: string) =>
    // Some of our own files are there once for each importer, named behind a `?`.
    /^[^?]*\.[cm]?[jt]s$/.test(path) && !/^[a-z-]+:/.test(path) && !isPackaged(path) && !path.startsWith(ours);
  const asks = /\b(?:__dirname|__filename|import\.meta\.(?:url|dirname|filename))\b/;
  const found = inputs
    .filter(isSource)
    .map(async (path) => (asks.test(await readFile(join(root, path), "utf8")) ? [path] : []));
  return (await Promise.all(found)).flat().sort();
}

/** Removes bare imports of files that hold only esbuild's helper functions. Spaces keep the columns for source maps. */
function withoutHelpers(text: string, holdsHelpers: (path: string) => boolean): string {
  return text.replace(/(?<=^|;)import"(\.[^"]+)";/gm, (statement, path: string) =>
    holdsHelpers(path) ? " ".repeat(statement.length) : statement,
  );
}

/** Made of no source, and none of the entries, which may be all imports. */
function isHelper(output: Metafile["outputs"][string] | undefined): boolean {
  return output !== undefined && output.entryPoint === undefined && Object.keys(output.inputs).length === 0;
}

const serverFile = "server.js";
const serverEntry = "pegboard-build:server";
const catalogEntry = "pegboard-build:catalog";

/** Modules that the package holds for servers that are built. */
const entry = (name: string) => `pegboard/standalone/${name}`;

const serverModule = `#!/usr/bin/env node
// Written by \`pegboard build\`. Serves the catalog beside it to an MCP client over stdio; takes the options of \`pegboard serve\`.
import { keepCompiledCode } from ${JSON.stringify(entry("keep-compiled-code"))};

keepCompiledCode();
const { serveBuilt, ...catalog } = await import(${JSON.stringify(catalogEntry)}).catch((error) => {
  console.error("error: the catalog can't be loaded: " + (error?.message ?? error) + "\\n       copy the whole folder, or build it again");
  process.exit(2);
});
await serveBuilt(catalog, import.meta.dirname);
`;

/** The program is a part of the catalog's file: both are needed before anything is answered. */
const servedModule = `${catalogModule}export { serveBuilt } from ${JSON.stringify(entry("serve"))};
`;

function entries(root: string): Plugin {
  return {
    name: "pegboard-entries",
    setup(bundler) {
      bundler.onResolve({ filter: /^pegboard-build:/ }, ({ path }) => ({ path, namespace: "pegboard-build" }));
      bundler.onLoad({ filter: /.*/, namespace: "pegboard-build" }, ({ path }) => ({
        contents: path === serverEntry ? serverModule : servedModule,
        resolveDir: root,
        loader: "ts",
      }));
      bundler.onResolve(
        { filter: /^pegboard\/(standalone\/)?(runtime|process|gateway|api|serve|keep-compiled-code)$/ },
        ({ path, importer }) => {
          const file = entryPath(root, entry(path.slice(path.lastIndexOf("/") + 1)));
          // It holds no state of its own, so each importer gets a copy: a shared one would be a file to load.
          return path.endsWith("/runtime") ? { path: file, suffix: `?${slashPath(root, importer)}` } : { path: file };
        },
      );
    },
  };
}

/**
 * Lists of tools are read at every start, and a text of JSON is read in a fraction of the time that code takes. The registry reads
 * them itself: a module for each would be one more file to load.
 */
function readLists(root: string): Plugin {
  const prefix = "pegboard-list:";
  const registry = /[\\/]generated[\\/]\.cache[\\/]registry\.ts$/;
  const importing = /\bimport\("\.\/(wire\/[^"]+\.json)", \{ with: \{ type: "json" \} \}\)/g;
  return {
    name: "read-lists",
    setup(bundler) {
      // Relative: the bytes of a build do not depend on where the project is.
      bundler.onResolve({ filter: /^pegboard-list:/ }, ({ path }) => ({
        path: path.slice(prefix.length),
        namespace: "pegboard-list",
      }));
      bundler.onLoad({ filter: registry }, async ({ path }) => {
        const lists: string[] = [];
        const text = (await readFile(path, "utf8")).replace(importing, (_, list: string) => {
          const name = JSON.stringify(`${prefix}${slashPath(root, join(dirname(path), list))}`);
          return `readList(list${lists.push(`import list${lists.length} from ${name};`) - 1})`;
        });
        // Behind it, so that its lines keep their numbers.
        return { contents: `${text}${readList}\n${lists.join("\n")}\n`, loader: "ts" };
      });
      bundler.onLoad({ filter: /.*/, namespace: "pegboard-list" }, async ({ path }) => ({
        contents: (await readFile(join(root, path), "utf8")).trim(),
        loader: "file",
      }));
    },
  };
}

const readList = `
const readLists = new Map();
async function readList(path) {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const list = readLists.get(path) ?? { default: JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) };
  readLists.set(path, list);
  return list;
}`;

/** A module has no `require`; CommonJS packages that use Node's own modules need it for them. */
export const requiredBuiltins: Plugin = {
  name: "required-builtins",
  setup(bundler) {
    const names = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "require-call" && names.has(path) ? { path, namespace: "required-builtin" } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "required-builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Names within packages are not shown; those of the catalog stand in stack traces. */
export function minifyPackages(esbuild: typeof import("esbuild")): Plugin {
  return {
    name: "short-packages",
    setup(bundler) {
      const texts = new Map<string, Promise<string>>();
      bundler.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
        const text = texts.get(path) ?? shortPackageFile(esbuild, path);
        texts.set(path, text);
        return { contents: await text, loader: "js" };
      });
    },
  };
}

async function shortPackageFile(esbuild: typeof import("esbuild"), path: string): Promise<string> {
  return shortened(esbuild, easilyLeftOut(path, await readFile(path, "utf8")), { minifyIdentifiers: true });
}

/** A file whose parts all come from packages: only now can the names be short that they share. */
function isOfPackages(inputs: readonly string[]): boolean {
  return (
    inputs.length > 0 && inputs.every((path) => /(^|\/)node_modules\/|^(without-unused|pegboard-build):/.test(path))
  );
}

/** Of a file that holds generated code, too: its names stand in stack traces. */
const onlySpaces = { minifyWhitespace: true } as const;

/**
 * Escapes what is not ASCII: with one such character the engine keeps the whole file in two bytes a character and takes longer
 * to read it.
 * @param how in a file that is complete everything; before that only the names, so that what is unused can be left out
 */
async function shortened(
  { transform }: typeof import("esbuild"),
  text: string,
  how: { readonly minify: true } | { readonly minifyIdentifiers: true } | typeof onlySpaces,
): Promise<string> {
  const { code } = await transform(text, { ...how, legalComments: "none", charset: "ascii" });
  return code;
}
