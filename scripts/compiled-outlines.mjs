// Compiles the outlines of pages while dist/ is built: there only the runtime of handlebars is loaded, a fifth of it, and nothing is
// compiled in front of the first page.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import Handlebars from "handlebars";

const docs = ["src", "compiler", "emit", "docs"];

/**
 * @param options of the build
 * @returns an esbuild plugin
 */
export async function compiledOutlines(options, folder) {
  const outfile = join(folder, "outlines.mjs");
  const source = join(...docs, "outlines.ts");
  await build({ ...options, entryPoints: [source], outdir: undefined, outfile, splitting: false, metafile: false });
  const { outlines, partials, outlineOptions } = await import(pathToFileURL(outfile).href);
  const compiled = (texts) =>
    Object.entries(texts).map(([name, text]) => `${name}: ${Handlebars.precompile(text, outlineOptions)}`);
  const contents = `import runtime from "handlebars/runtime.js";
const outlines = { ${compiled(outlines).join(", ")} };
const partials = { ${compiled(partials).join(", ")} };
let engine;
function open() {
  const handlebars = runtime.create();
  for (const [name, partial] of Object.entries(partials)) handlebars.registerPartial(name, handlebars.template(partial));
  return handlebars;
}
export const compileOutline = (name) => (engine ??= open()).template(outlines[name]);`;
  const path = join(options.absWorkingDir, ...docs, "compile-outline.ts");
  return {
    name: "compiled-outlines",
    setup(bundler) {
      bundler.onLoad({ filter: /compile-outline\.ts$/ }, (module) => (module.path === path ? { contents } : undefined));
    },
  };
}
