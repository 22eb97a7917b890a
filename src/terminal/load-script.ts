// Loads the parts of a program that its build has written as scripts (cli/script-chunks.ts). A file of its own, in the folder that their
// paths are relative to.
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import type { Script } from "node:vm";
import { compileScript } from "./compiled-script.ts";
import { keepCompiledCode } from "./keep-compiled-code.ts";

interface Exports {
  readonly [name: string]: unknown;
}

/** What a script is: a function of what stands for `import`, `import()` and `import.meta` in it. */
type Chunk = (
  load: (name: string) => Exports,
  later: (path: string, options?: ImportCallOptions) => Promise<unknown>,
  meta: { readonly url: string; readonly dirname: string; readonly filename: string },
) => Exports;

// That of modules, which are loaded after this one.
keepCompiledCode();

const folder = import.meta.dirname;
const loaded = new Map<string, Exports>();

/** Runs a script unless it has run. @param name its path without `.script.js` @returns what it exports */
export function loadScript(name: string): Exports {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const filename = fileOf(name);
  const chunk = run(compileScript(filename, readFileSync(filename)));
  const meta = {
    get url() {
      return pathToFileURL(filename).href;
    },
    dirname: join(filename, ".."),
    filename,
  };
  const exports = chunk(loadScript, (path, options) => loadLater(name, path, options), meta);
  loaded.set(name, exports);
  return exports;
}

/** @param importer the script that asks for it @param path and `options` as `import()` takes them */
async function loadLater(importer: string, path: string, options?: ImportCallOptions): Promise<unknown> {
  if (!path.startsWith(".")) return import(path, options);
  const target = posix.join(posix.dirname(importer), path);
  const name = target.replace(/\.js$/, "");
  if (existsSync(fileOf(name))) return loadScript(name);
  // In a variable: the bundler would take all files that a pattern fits.
  const module = `./${target}`;
  return import(module, options);
}

const fileOf = (name: string) => join(folder, `${name}.script.js`);

function run(script: Script): Chunk {
  // The build writes a script as one function, whose type this is.
  return script.runInThisContext() as Chunk;
}
