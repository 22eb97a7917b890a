// Escapes the few characters of a module that are not ASCII: one of them makes the engine keep the whole file in two bytes a
// character, and reading code is most of what a quick command does.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";

/** @param folder every module in it, at any depth, is escaped in place */
export async function escapeUnicode(folder) {
  const names = await readdir(folder, { recursive: true });
  const modules = names.filter((name) => name.endsWith(".js"));
  await Promise.all(modules.map((name) => escapeModule(join(folder, name))));
}

/** A text that is mostly in another script would only grow. */
const largestShare = 0.05;

async function escapeModule(path) {
  const text = await readFile(path, "utf8");
  const others = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  if (others === 0 || others > text.length * largestShare) return;
  const escaped = text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // Where an escape would mean something else, as in a raw template, the file stays as it is.
  if ((await printed(text)) === (await printed(escaped))) await writeFile(path, escaped);
}

async function printed(text) {
  const { code } = await transform(text, { charset: "ascii", legalComments: "none" });
  return code;
}
