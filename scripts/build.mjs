// Writes dist/: the bundled, code-split program and its type declarations. Everything is written beside dist/ and put in
// its place at the end, so a process that runs from dist/ never meets a half-written one.
//   node scripts/build.mjs [--force]    --force: also when dist/ is up to date
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { chmod, cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { isBuilt, sourcesOf, writeStamp } from "./build-stamp.mjs";
import {
  bundledPackages,
  importedBuiltins,
  requiredBuiltins,
  requiredPackages,
  vocabulariesAsJson,
  withoutComments,
} from "./bundled-packages.mjs";
import { compiledOutlines } from "./compiled-outlines.mjs";
import { computedModule, importSource } from "./computed-module.mjs";
import { keepReachable } from "./declarations.mjs";
import { joinChunks } from "./join-chunks.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const workshop = join(root, "node_modules", ".cache", "pegboard-build", String(process.pid));
const fresh = join(workshop, "dist");
const declared = join(workshop, "types");
/** The declarations of the build before: the type checker writes only those that change. */
const typesCache = join(root, "node_modules", ".cache", "pegboard-types");
const replaced = join(workshop, "replaced");
const dist = join(root, "dist");
const cache = join(root, "generated", ".cache");

const main = "src/cli/main.ts";
/** What handlers and hosts import. */
const ofHandlers = ["runtime", "process", "api", "gateway"];
const sqlite = "src/store/sqlite/open-sqlite.ts";
const words = "src/cli/run-words.ts";
const parser = "src/cli/run-command.ts";
const stages = "src/runtime/call-stages.ts";
const handlerPaths = readdirSync(join(root, "src", "handlers"), { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file) => relative(root, join(file.parentPath, file.name)).split(sep).join("/"));
const serving = [main, words, "src/shell/verbs/serve.ts"];
const calling = ["src/shell/verbs/call.ts", "src/shell/call/local-target.ts", stages];
/** What loads what, at once or before it answers: shared chunks that the same of these need become one file. */
const quickCommands = {
  version: [main],
  complete: [main, words, "src/shell/verbs/complete.ts"],
  // A call without arguments and options needs no parser.
  call: [main, words, ...calling],
  line: [main, words, parser, ...calling],
  // A server without options needs no parser.
  serve: serving,
  // The same server with what it loads after its list.
  calls: [...serving, stages],
};
const [generate, lint, diff, explain] = ["generate", "lint", "diff", "explain"].map(
  (verb) => `src/cli/commands/${verb}.ts`,
);
/** What `generate` loads where something has changed: with nothing to do it loads no compiler. */
const compile = "src/cli/generate-files.ts";
/** What must load nothing that only those need. */
const apart = { author: [main, words, parser, generate, compile, lint, diff, explain] };
/** Most chunks of the compiler are loaded by all of these. What a command of the shell loads, too, stays alone: it needs no more of them. */
const compiling = {
  commands: { generate: [generate], compile: [compile], lint: [lint], diff: [diff], explain: [explain] },
  entries: /^src\/(?:(?:cli|compiler)\/|shell\/(?:verbs\/(?:doctor|lock)|lock\/lock-report)\.ts$)/,
};
/** What is loaded with `import()` and then needs what the same commands need: it goes into one file with that. */
const joinedEntries = [
  ...[words, "src/shell/verbs/serve.ts", "src/shell/verbs/call.ts", "src/shell/call/local-target.ts"],
  ...[stages, "src/host.ts", sqlite, generate, compile, lint, diff, explain],
];
/** Of what none of them needs at once: what the first of these needs becomes one file, too. */
const later = {
  runtime: ["src/runtime/index.ts"],
  workbench: ["src/host.ts"],
  sqlite: [sqlite],
  handlers: handlerPaths,
};

/** The program, and what the catalogs that it serves import of it. */
const program = {
  main,
  // Not an entry of the package: process tests that need no process of their own run command lines with it.
  run: "src/cli/run.ts",
  // The second thread of `generate` for large catalogs.
  "share-worker": "src/cli/share/share-worker.ts",
  // The process that `import --zod` runs a module in.
  "module-reader": "src/cli/from-code/module-reader.ts",
  ...Object.fromEntries(ofHandlers.map((name) => [name, `src/${name}/index.ts`])),
};
/** What other programs import: modules that every bundler understands. They share nothing with the program. */
const libraries = Object.fromEntries([
  ["index", "src/index.ts"],
  ...[...ofHandlers, "client", "testing", "http", "bridge", "bridge/server", "bridge/client"].map((name) => [
    `${name}/index`,
    `src/${name}/index.ts`,
  ]),
]);
const libraryParts = Object.fromEntries(
  Object.entries(libraries).map(([name, source]) => [name.replace("/index", "").replace("/", "-"), [source]]),
);

/** It loads the scripts that chunks become, here and in servers that `pegboard build` writes. */
const loader = { "load-script": "src/terminal/load-script.ts" };

/** What `pegboard build` puts into a server: the same modules as those of the entries, apart from what only the command line needs. */
const standalone = Object.fromEntries(
  ["serve", "runtime", "process", "gateway", "api", "own-command"].map((name) => [name, `src/${name}/index.ts`]),
);

/** Without colours: as far as the declarations of commands look at a terminal. */
const colors = { bold: String, dim: String };
const plainTerminal = { colors, errorColors: colors };

// Before anything is built of them: a file that is edited meanwhile is built by the next one.
const sources = sourcesOf(root);
if (!process.argv.includes("--force") && isBuilt(root, sources)) {
  console.log("dist/ is up to date");
  process.exit();
}
const started = performance.now();
await mkdir(fresh, { recursive: true });
try {
  let [failure, typesHold] = await makeAll();
  // What is not committed of generated/ is made by the compiler that was just built; what was made before may be of another one.
  if (await refreshCache()) [failure, typesHold] = await makeAll();
  if (existsSync(declared)) {
    const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const entries = Object.values(exports).flatMap(({ types }) => types ?? []);
    keepReachable(
      declared,
      entries.map((path) => path.replace("./dist/types", declared)),
    );
  }
  await rename(declared, join(fresh, "types")).catch(unlessAbsent);
  await rename(dist, replaced).catch(unlessAbsent);
  await rename(fresh, dist);
  if (failure !== undefined) {
    say(failure);
    say("dist/ holds the compiler only: run `npm run generate`, then `npm run build` again");
  }
  if (!typesHold) say("the sources don't type-check; the declarations may be wrong");
  if (failure !== undefined || !typesHold) process.exitCode = 1;
  else {
    writeStamp(root, sources);
    console.log(`built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
} finally {
  await rm(workshop, { recursive: true, force: true });
}

/** The program, and its declarations where generated/ can be read. */
async function makeAll() {
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  if (!existsSync(cache)) return [await bundle(), true];
  // Both end before the folder that they write to is removed, even where one fails.
  const [bundled, declared] = await Promise.allSettled([bundle(), declarations()]);
  if (bundled.status === "rejected") throw bundled.reason;
  if (declared.status === "rejected") throw declared.reason;
  return [bundled.value, declared.value];
}

/** @returns whether it wrote anything */
async function refreshCache() {
  const since = Date.now();
  const words = [join(fresh, "cli", "main.js"), "generate", "--check", "--catalog", root];
  // A stamp names the program in dist/, which this one is not yet.
  const env = { ...process.env, PEGBOARD_CACHE: "off" };
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: "ignore" });
  // Whether what is committed is up to date is another question: `npm run check` asks it.
  await once(child, "exit");
  return existsSync(cache) && newest(cache) >= since;
}

function newest(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(...files.map((file) => statSync(join(file.parentPath, file.name)).ctimeMs));
}

/** @returns why only the compiler could be built: generated/ is missing or broken, which it can repair; undefined: everything was */
async function bundle() {
  const options = {
    absWorkingDir: root,
    chunkNames: "chunks/[name]-[hash]",
    assetNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    conditions: ["pegboard-source"],
    alias: {
      // The package's own name must lead to the sources here, though packages are external.
      "pegboard/runtime": join(root, "src/runtime/index.ts"),
      ...bundledPackages(root),
    },
    // One character that is not ASCII makes the engine keep the whole file in two bytes a character, and reading code is most of a start.
    charset: "ascii",
    plugins: [requiredBuiltins, importedBuiltins, requiredPackages, vocabulariesAsJson, withoutComments],
    metafile: true,
    sourcemap: false,
    legalComments: "none",
    logLevel: "silent",
  };
  const folder = join(workshop, "computed");
  const grammar = await computedModule(options, {
    source: "src/cli/program/read-grammar.ts",
    name: "readGrammar",
    given: [plainTerminal],
    folder,
  });
  const builtins = await computedModule(options, {
    source: "src/compiler/builtins/builtin-catalog.ts",
    name: "readBuiltinCatalog",
    given: [],
    folder,
  });
  const outlines = await compiledOutlines(options, folder);
  options.plugins.push(builtins, grammar, outlines);
  const cli = join(fresh, "cli");
  const ofProgram = { ...options, entryPoints: program, outdir: cli, plugins: [...options.plugins, ownCopies()] };
  const complete = await build(ofProgram).catch((error) => ({ error }));
  if (complete.error === undefined) {
    const files = await joinChunks({
      root,
      outdir: cli,
      outputs: complete.metafile.outputs,
      commands: quickCommands,
      apart,
      compiling,
      later,
      joinedEntries,
    });
    await writeScripts(options, cli, files, folder);
    await build({ ...options, splitting: false, entryPoints: loader, outdir: cli });
  } else {
    await rm(cli, { recursive: true, force: true });
    await build({ ...ofProgram, plugins: [...ofProgram.plugins, withoutWorkbench()] });
  }
  const { metafile: libraryFiles } = await build({
    ...options,
    entryPoints: { ...libraries, demo: "scripts/demo.ts" },
    outdir: fresh,
  });
  await joinChunks({ root, outdir: fresh, outputs: libraryFiles.outputs, commands: libraryParts });
  const outdir = join(fresh, "standalone");
  const { metafile } = await build({ ...options, entryPoints: standalone, outdir });
  // Handlers import the runtime: what it needs beside the server is loaded with what calls need.
  const commands = { serve: [standalone.serve], calls: [standalone.serve, stages, standalone.runtime] };
  await joinChunks({ root, outdir, outputs: metafile.outputs, commands, joinedEntries: [stages] });
  // What a built server loads first shares no file with the rest, which the cache for compiled code is switched on for.
  const first = { "keep-compiled-code": "src/terminal/keep-compiled-code.ts", ...loader };
  await build({ ...options, splitting: false, entryPoints: first, outdir });
  await chmod(join(fresh, "cli", "main.js"), 0o755);
  return complete.error?.message;
}

/** Chunks of the program become scripts. @param files of the program */
async function writeScripts(options, cli, files, workFolder) {
  const { scriptChunks } = await importSource(options, "src/cli/script-chunks.ts", workFolder);
  const paths = files.filter((file) => file.endsWith(".js"));
  const nameOf = (file) => relative(cli, file).split(sep).join("/");
  const modules = new Map(paths.map((file) => [nameOf(file), readFileSync(file, "utf8")]));
  const written = scriptChunks(modules, (path) => path.startsWith("chunks/"));
  for (const file of paths) if (!written.has(nameOf(file))) await rm(file);
  for (const [path, text] of written) await writeFile(join(cli, path), text);
}

/** What the entry point imports at once is a part of it: the version is said by a single file. */
function ownCopies() {
  return {
    name: "own-copies",
    setup(bundler) {
      bundler.onResolve({ filter: /^\./ }, ({ path, importer, resolveDir, kind }) =>
        kind === "import-statement" && importer === join(root, main)
          ? { path: join(resolveDir, path), suffix: "?main" }
          : undefined,
      );
    },
  };
}

/** Leaves out the part that leans on generated files. */
function withoutWorkbench() {
  const left = [`${sep}generated${sep}registry.ts`, `${sep}src${sep}host.ts`];
  return {
    name: "without-workbench",
    setup(bundler) {
      bundler.onResolve({ filter: /(generated\/registry|\/host)\.ts$/ }, ({ path, resolveDir }) => {
        const target = join(resolveDir, path);
        return left.some((end) => target.endsWith(end)) ? { path: target, namespace: "left-out" } : undefined;
      });
      bundler.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({
        contents: `throw new Error("this build carries no workbench: run 'npm run generate', then 'npm run build'");
export const registry = undefined, openHost = undefined;`,
      }));
    },
  };
}

/** Type declarations, by the type checker itself. @returns true when the sources type-check */
async function declarations() {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const written = join(typesCache, "types");
  const kept = ["--incremental", "--tsBuildInfoFile", join(typesCache, "tsbuildinfo")];
  const checker = spawn(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", written, ...kept], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(checker, "exit");
  if (existsSync(written)) await cp(written, declared, { recursive: true, filter: hasSource });
  return code === 0;

  /** Those of sources that are gone stay in the cache. */
  function hasSource(path) {
    return !path.endsWith(".d.ts") || existsSync(join(root, relative(written, path).replace(/\.d\.ts$/, ".ts")));
  }
}

function unlessAbsent(error) {
  if (error.code !== "ENOENT") throw error;
}

function say(text) {
  console.error(`build: ${text}`);
}
