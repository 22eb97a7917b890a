// Whether dist/ is what the sources make. A build leaves a stamp: a hash of everything that it read, and what it wrote. While both
// hold, the next build has nothing to do.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const folders = ["src", "schema", "generated", "scripts"];
const files = [
  ...["package.json", "tsconfig.json", "tsconfig.build.json"],
  // What npm installed: packages are bundled.
  "node_modules/.package-lock.json",
];

/** @returns true when a build of these sources would write the `dist/` that is there */
export function isBuilt(root) {
  const path = stampPath(root);
  if (!existsSync(path) || !existsSync(join(root, "dist"))) return false;
  return readFileSync(path, "utf8") === stamp(root);
}

/** Writes down that `dist/` is what these sources make. */
export function writeStamp(root) {
  mkdirSync(dirname(stampPath(root)), { recursive: true });
  writeFileSync(stampPath(root), stamp(root));
}

function stampPath(root) {
  return join(root, "node_modules", ".cache", "pegboard-build.stamp");
}

/** Sources by content, because git and copies change their times; what was written by size and time, because there is much of it. */
function stamp(root) {
  const sources = createHash("sha256").update(process.version);
  for (const path of [...folders.flatMap((folder) => filesBelow(root, folder)), ...files]) {
    if (existsSync(join(root, path))) sources.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  const written = createHash("sha256");
  for (const path of filesBelow(root, "dist")) {
    const { size, mtimeMs } = statSync(join(root, path));
    written.update(`\0${path}\0${size}\0${mtimeMs}`);
  }
  return `${sources.digest("hex")} ${written.digest("hex")}\n`;
}

function filesBelow(root, folder) {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}
