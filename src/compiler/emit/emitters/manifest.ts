import { manifestPath } from "../../../contract/generated-cache.ts";
import { sourceHash } from "../../../contract/source-hash.ts";
import type { SourceFile } from "../../../diagnostics/source-file.ts";
import type { OutputFile } from "../output-file.ts";

/**
 * `generated/.cache/manifest.json`: the list of our files, itself included, of which alone anything is ever deleted; and the hash of each
 * text that they were made from, so that a server notices without compiling that schema/ has changed since.
 */
export function emitManifest(files: readonly OutputFile[], sources: readonly SourceFile[]): OutputFile {
  const path = manifestPath;
  const paths = [path, ...files.filter((file) => file.kind === "generated").map((file) => file.path)].sort();
  const made = Object.fromEntries(sources.map((source) => [source.path, hashOf(source)]).sort());
  const manifest = { format: 1, files: paths, sources: made };
  return { path, text: `${JSON.stringify(manifest, undefined, 2)}\n`, kind: "generated" };
}

function hashOf(source: SourceFile): string {
  const known = hashes.get(source) ?? sourceHash(source.text);
  hashes.set(source, known);
  return known;
}

const hashes = new WeakMap<SourceFile, string>();
