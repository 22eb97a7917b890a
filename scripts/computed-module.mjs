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
  const outfile = join(folder, `${name}.mjs`);
  await build({
    ...options,
    entryPoints: [source],
    outdir: undefined,
    outfile,
    splitting: false,
    metafile: false,
    plugins: [...options.plugins, withoutLater],
  });
  const computed = await import(pathToFileURL(outfile).href);
  const value = JSON.stringify(computed[name](...given));
  const path = join(options.absWorkingDir, ...source.split("/"));
  return {
    name: "computed-module",
    setup(bundler) {
      bundler.onLoad({ filter: /.*/ }, (module) =>
        module.path === path
          ? { contents: `let value; export const ${name} = () => (value ??= ${value});` }
          : undefined,
      );
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
