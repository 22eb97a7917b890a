// Packages that hold machine code: what they are known by, and how a bundle leaves them out.
import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, dirname, join, sep } from "node:path";
import type { Plugin, PluginBuild } from "esbuild";
import { isJsonObject } from "../contract/json.ts";
import { isFile } from "../shell/catalog/find-project.ts";

/** Machine code can't be a part of a bundle. @param found gets name → version of what stays an import */
export function nativePackages(found: Map<string, string>): Plugin {
  return {
    name: "native-packages",
    setup(bundler) {
      const known = new Map<string, Promise<PackageFacts | undefined>>();
      bundler.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...place }) => {
        if (pluginData === resolving || builtinModules.includes(path.replace(/^node:/, ""))) return undefined;
        const resolved = await bundler.resolve(path, { ...place, pluginData: resolving });
        if (resolved.errors.length > 0 || resolved.external) return undefined;
        const folder = await packageFolder(resolved.path);
        if (folder === undefined) return undefined;
        const reading = known.get(folder) ?? readPackage(folder);
        known.set(folder, reading);
        const facts = await reading;
        if (facts === undefined || !facts.isNative) return undefined;
        found.set(facts.name, facts.version);
        return place.kind === "require-call" ? { path, namespace: "required-native" } : { path, external: true };
      });
      loadRequiredNatives(bundler);
    },
  };
}

const resolving = Symbol("resolving");

/** CommonJS has no `import.meta`, so what it requires is found by a module, from the folder of the build. */
function loadRequiredNatives(bundler: PluginBuild): void {
  bundler.onResolve({ filter: /^native:/ }, ({ path }) => ({
    path: path.slice("native:".length),
    namespace: "found-native",
  }));
  bundler.onLoad({ filter: /.*/, namespace: "required-native" }, ({ path }) => ({
    contents: `module.exports = require(${JSON.stringify(`native:${path}`)}).found;`,
  }));
  bundler.onLoad({ filter: /.*/, namespace: "found-native" }, ({ path }) => ({
    contents: `const { createRequire } = process.getBuiltinModule("node:module");
export const found = createRequire(import.meta.url)(${JSON.stringify(path)});`,
  }));
}

interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly isNative: boolean;
}

/** What loads or builds the machine code of a package. */
const nativeTools = [
  "bindings",
  "node-addon-api",
  "node-gyp-build",
  "node-gyp-build-optional-packages",
  "node-pre-gyp",
  "@mapbox/node-pre-gyp",
  "prebuild-install",
  "detect-libc",
];

async function readPackage(folder: string): Promise<PackageFacts | undefined> {
  const json: unknown = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  if (!isJsonObject(json) || typeof json.name !== "string" || typeof json.version !== "string") return undefined;
  const { name, version, dependencies = {}, optionalDependencies = {} } = json;
  const needed = isJsonObject(dependencies) ? Object.keys(dependencies) : [];
  // Packages for one system each.
  const perSystem = isJsonObject(optionalDependencies)
    ? Object.keys(optionalDependencies).some((one) => /(^|[-/])(linux|darwin|win32)([-/]|$)/.test(one))
    : false;
  const isNative =
    json.gypfile === true ||
    json.napi !== undefined ||
    perSystem ||
    needed.some((one) => nativeTools.includes(one)) ||
    (await isFile(join(folder, "binding.gyp")));
  return { name, version, isNative };
}

/** @returns the folder of the package that a file is part of; undefined when it is in none below node_modules */
async function packageFolder(file: string): Promise<string | undefined> {
  let folder = dirname(file);
  while (folder.includes(`${sep}node_modules${sep}`)) {
    if (basename(folder) !== "node_modules" && (await isFile(join(folder, "package.json")))) {
      const parent = basename(dirname(folder));
      if (
        parent === "node_modules" ||
        (parent.startsWith("@") && basename(dirname(dirname(folder))) === "node_modules")
      ) {
        return folder;
      }
    }
    folder = dirname(folder);
  }
  return undefined;
}
