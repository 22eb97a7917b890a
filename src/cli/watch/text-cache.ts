import { readFile, stat } from "node:fs/promises";

// Texts of files that are read again and again: a file is read again when its stamp has changed.

export interface TextCache {
  /** @throws what the system says, as `readFile` does */
  readonly read: (path: string) => Promise<string>;
}

/** Younger files are read again each time: within one tick of the clock two writes leave the same stamp. */
const settledMs = 2_000;

export function openTextCache(clock: () => number): TextCache {
  const known = new Map<string, { readonly stamp: string; readonly text: string }>();
  return {
    async read(path) {
      const { mtimeMs, ctimeMs, size, ino } = await stat(path);
      const stamp = `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
      const before = known.get(path);
      if (before?.stamp === stamp) return before.text;
      const text = await readFile(path, "utf8");
      if (clock() - ctimeMs > settledMs) known.set(path, { stamp, text });
      else known.delete(path);
      return text;
    },
  };
}
