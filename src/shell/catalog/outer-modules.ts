// JavaScript beside a catalog's own sources, such as the server that moves over: Node loads it from where it is.
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { isInside } from "../../disk/is-inside.ts";

/**
 * Such a module may be CommonJS, and may read files beside itself by `__dirname` or `import.meta.url`: as a part of a bundle it
 * could do neither.
 */
export function outerModules(root: string): Plugin {
  return {
    name: "outer-modules",
    setup(bundler) {
      bundler.onResolve({ filter: /^\.{0,2}\// }, async ({ path, pluginData, ...from }) => {
        if (pluginData === asked) return undefined;
        const found = await bundler.resolve(path, { ...from, pluginData: asked });
        if (found.errors.length > 0 || found.external || !/\.[cm]?js$/.test(found.path)) return undefined;
        if (await isOwn(root, found.path)) return undefined;
        return { path: pathToFileURL(found.path).href, external: true };
      });
    },
  };
}

/** Tells the question of this plugin from that of the bundler. */
const asked = Symbol("asked by outer-modules");

/** Part of the sources that the catalog is made of: their modules may import TypeScript, which Node can't load. */
async function isOwn(root: string, path: string): Promise<boolean> {
  // esbuild names files by their places behind links.
  const folder = await realpath(root);
  return ["src", "generated"].some((name) => isInside(path, join(folder, name)));
}
