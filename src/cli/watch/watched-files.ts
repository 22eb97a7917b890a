import { basename, relative, sep } from "node:path";

// Which files of a project a watch looks at: the texts of schema/ and the handlers.

/** @returns false for what need not be watched at all; folders on the way are kept, so that one that vanishes may return */
export function isWatched(root: string, path: string): boolean {
  const inside = relative(root, path).split(sep).join("/");
  if (inside === "" || inside === "src") return true;
  if (basename(path).startsWith(".")) return false;
  return isBelow("schema", inside) || isBelow("src/handlers", inside);
}

/** The path as messages say it, of a file whose change is worth a run; undefined for all others. */
export function relevantFile(root: string, path: string): string | undefined {
  const inside = relative(root, path).split(sep).join("/");
  const counts =
    (isBelow("schema", inside) && /\.(ya?ml|md)$/.test(inside)) ||
    (isBelow("src/handlers", inside) && inside.endsWith(".ts"));
  return counts && !inside.split("/").some((part) => part.startsWith(".")) ? inside : undefined;
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
