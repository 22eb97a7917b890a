// Compiles the outlines of pages while dist/ is built: there only the runtime of handlebars is loaded, a fifth of it, and nothing is
// compiled in front of the first page.
import Handlebars from "handlebars";
import { importSource, moduleInPlace } from "./computed-module.mjs";

/**
 * @param options of the build
 * @returns an esbuild plugin
 */
export async function compiledOutlines(options, folder) {
  const { outlines, partials, outlineOptions } = await importSource(
    options,
    "src/compiler/emit/docs/outlines.ts",
    folder,
  );
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
  return moduleInPlace(options, "src/compiler/emit/docs/compile-outline.ts", contents);
}
