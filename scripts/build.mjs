// Writes dist/: the bundled, code-split program and its type declarations. Everything is written beside dist/ and put in
// its place at the end, so a process that runs from dist/ never meets a half-written one.
import { spawn } from "node:child_process";
import { chmod, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const workshop = join(root, "node_modules", ".cache", "pegboard-build", String(process.pid));
const fresh = join(workshop, "dist");
const declared = join(workshop, "types");
const replaced = join(workshop, "replaced");
const dist = join(root, "dist");

const started = performance.now();
await mkdir(fresh, { recursive: true });
try {
  const [complete, typesHold] = await Promise.all([bundle(), declarations()]);
  await rename(declared, join(fresh, "types")).catch(unlessAbsent);
  await rename(dist, replaced).catch(unlessAbsent);
  await rename(fresh, dist);
  if (!complete) say("dist/ holds the compiler only: run `npm run generate`, then `npm run build` again");
  if (!typesHold) say("the sources don't type-check; the declarations may be wrong");
  if (!complete || !typesHold) process.exitCode = 1;
  else console.log(`built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} finally {
  await rm(workshop, { recursive: true, force: true });
}

/** @returns false when generated/ is missing or broken, so that only the compiler could be built (it can repair that) */
async function bundle() {
  const options = {
    absWorkingDir: root,
    entryPoints: {
      "cli/main": "src/cli/main.ts",
      // Not an entry of the package: process tests that need no process of their own run command lines with it.
      "cli/run": "src/cli/run.ts",
      index: "src/index.ts",
      "runtime/index": "src/runtime/index.ts",
      "client/index": "src/client/index.ts",
      "testing/index": "src/testing/index.ts",
      "process/index": "src/process/index.ts",
      "bridge/index": "src/bridge/index.ts",
      "bridge/server/index": "src/bridge/server/index.ts",
      "bridge/client/index": "src/bridge/client/index.ts",
      demo: "scripts/demo.ts",
    },
    outdir: fresh,
    chunkNames: "chunks/[name]-[hash]",
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
      // Two vocabularies of a package of 55 MB: they go into chunks of their own, so that only what is used is installed.
      ...vocabulary("cl100k_base"),
      ...vocabulary("o200k_base"),
      // Its main file is UMD, which a bundle can't look into; this is the same as modules.
      "jsonc-parser": join(root, "node_modules/jsonc-parser/lib/esm/main.js"),
    },
    // A vocabulary is mostly not ASCII, and escapes would make it half as long again.
    charset: "utf8",
    sourcemap: false,
    legalComments: "none",
    logLevel: "silent",
  };
  const complete = await attempt(options);
  if (complete === undefined) {
    await chmod(join(fresh, "cli", "main.js"), 0o755);
    return true;
  }
  await rm(fresh, { recursive: true, force: true });
  const compilerOnly = await attempt({ ...options, plugins: [withoutWorkbench()] });
  if (compilerOnly !== undefined) throw compilerOnly;
  say(complete.message);
  await chmod(join(fresh, "cli", "main.js"), 0o755);
  return false;
}

/** A path instead of a name is bundled. Its licence stands in THIRD-PARTY-NOTICES.md. */
function vocabulary(encoding) {
  const path = join(root, "node_modules", "gpt-tokenizer", "esm", "encoding", `${encoding}.js`);
  return { [`gpt-tokenizer/encoding/${encoding}`]: path };
}

/** @returns what went wrong, or undefined */
async function attempt(options) {
  try {
    await build(options);
    return undefined;
  } catch (error) {
    return error;
  }
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
function declarations() {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  return new Promise((resolve, reject) => {
    const checker = spawn(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", declared], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    });
    checker.on("error", reject);
    checker.on("exit", (code) => resolve(code === 0));
  });
}

function unlessAbsent(error) {
  if (error.code !== "ENOENT") throw error;
}

function say(text) {
  console.error(`build: ${text}`);
}
