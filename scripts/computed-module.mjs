// A module whose function gives the same value in every process is computed while dist/ is built, and is that value there.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/**
 * @param options of the build; the module is bundled with them, without what it imports with `import()`
 * @param source the module, relative to the root; it exports one function
 * @param given the arguments of the function
 * @returns an esbuild plugin; the function must give plain JSON
 */
export async function computedModule(options, { source, name, given, folder }) {
  const computed = await importSource(options, source, folder);
  const value = JSON.stringify(computed[name](...given));
  return moduleInPlace(options, source, `let value; export const ${name} = () => (value ??= ${value});`);
}

/** What a module of the sources exports, as the build understands it. @param folder of a file that is left there */
export async function importSource(options, source, folder) {
  const outfile = join(folder, source.replace(/\.ts$/, ".mjs"));
  await build({
    ...options,
    entryPoints: [source],
    outdir: undefined,
    outfile,
    splitting: false,
    metafile: false,
    plugins: [...options.plugins, withoutLater],
  });
  return import(pathToFileURL(outfile).href);
}

/** An esbuild plugin: other code in place of a module. */
export function moduleInPlace(options, source, contents) {
  const path = join(options.absWorkingDir, ...source.split("/"));
  return {
    name: "module-in-place",
    setup(bundler) {
      bundler.onLoad({ filter: /\.ts$/ }, (module) => (module.path === path ? { contents } : undefined));
    },
  };
}

const withoutLater = {
  name: "without-later",
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};
