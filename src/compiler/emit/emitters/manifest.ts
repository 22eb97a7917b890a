import type { OutputFile } from "../output-file.ts";

/** `generated/manifest.json`: the list of our files, itself included. Only what it names is ever deleted. */
export function emitManifest(files: readonly OutputFile[]): OutputFile {
  const path = "generated/manifest.json";
  const paths = [path, ...files.filter((file) => file.kind === "generated").map((file) => file.path)].sort();
  return { path, text: `${JSON.stringify({ format: 1, files: paths }, undefined, 2)}\n`, kind: "generated" };
}
