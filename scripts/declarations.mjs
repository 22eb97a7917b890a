import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * Of the type declarations, those stay that an entry of the package leads to: who installs it can't import the others.
 * @param entries paths of .d.ts files
 */
export function keepReachable(folder, entries) {
  const kept = new Set(entries.map((entry) => resolve(entry)));
  for (const path of kept) {
    for (const [, target] of readFileSync(path, "utf8").matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*"(\.[^"]+)"/g)) {
      const declared = resolve(dirname(path), target.replace(/\.[jt]s$/, ".d.ts"));
      if (existsSync(declared)) kept.add(declared);
    }
  }
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = resolve(file.parentPath, file.name);
    if (file.isFile() && !kept.has(path)) rmSync(path);
  }
  removeEmpty(folder);
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
