// Whether dist/ is what the sources make. A build leaves a stamp: a hash of everything that it read, and what it wrote. While both
// hold, the next build has nothing to do.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";

const folders = ["src", "schema", "generated", "scripts"];
const files = [
  ...["package.json", "tsconfig.json", "tsconfig.build.json"],
  // What npm installed: packages are bundled.
  "node_modules/.package-lock.json",
];
/** Is of the sources for the bundle, but a build refreshes it. */
const cache = join("generated", ".cache");

/** @returns true when a build of these sources would write the `dist/` that is there. @param sources as `sourcesOf` finds them */
export function isBuilt(root, sources) {
  const path = stampPath(root);
  if (!existsSync(path) || !existsSync(join(root, "dist"))) return false;
  return readFileSync(path, "utf8") === stamp(root, sources);
}

/** Writes down that `dist/` is what these sources make. @param sources as `sourcesOf` found them before the build read them */
export function writeStamp(root, sources) {
  mkdirSync(dirname(stampPath(root)), { recursive: true });
  writeFileSync(stampPath(root), stamp(root, sources));
}

function stampPath(root) {
  return join(root, "node_modules", ".cache", "pegboard-build.stamp");
}

/** A hash by content, because git and copies change the times. */
export function sourcesOf(root) {
  const paths = folders.flatMap((folder) => filesBelow(root, folder)).filter((path) => !path.startsWith(cache + sep));
  return contentHash(root, [...paths, ...files]);
}

/** What is in dist/ counts by size and time, because there is much of it. */
function stamp(root, sources) {
  const written = createHash("sha256");
  for (const path of filesBelow(root, "dist")) {
    const { size, mtimeMs } = statSync(join(root, path));
    written.update(`\0${path}\0${size}\0${mtimeMs}`);
  }
  const cached = existsSync(join(root, cache)) ? filesBelow(root, cache) : [];
  return `${sources} ${contentHash(root, cached)} ${written.digest("hex")}\n`;
}

function contentHash(root, paths) {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths) {
    if (existsSync(join(root, path))) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}

function filesBelow(root, folder) {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}
