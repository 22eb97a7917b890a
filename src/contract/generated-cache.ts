// What of generated/ is not committed: it follows from schema/ alone, needs no review, and is made again where it is absent or stale.

/** Its folder, relative to the project's root. git ignores it; nothing else belongs there. */
export const cacheFolder = "generated/.cache";

/** The list of generated files. Outside the cache only what it names, or what names us in its first line, is ever deleted. */
export const manifestPath = `${cacheFolder}/manifest.json`;

/** Is the file one of those that are not committed? The path is relative to the project's root. */
export function isCached(path: string): boolean {
  return path.startsWith(`${cacheFolder}/`);
}

/** What is committed: what people see of a run, and what `generate --check` reports. */
export function withoutCache<File extends { readonly path: string }>(files: readonly File[]): readonly File[] {
  return files.filter(({ path }) => !isCached(path));
}
