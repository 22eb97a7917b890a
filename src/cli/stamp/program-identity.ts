import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { packageFolder } from "../../disk/package-folder.ts";
import { contentHash } from "./stamp.ts";

/**
 * Differs whenever another program could write other files: another version of this package, of Node, or of a library.
 * @returns undefined where the sources themselves run, which may change at any time
 */
export function programIdentity(): string | undefined {
  if (import.meta.url.endsWith(".ts")) return undefined;
  const folder = packageFolder();
  const parts = [packageJson.version, process.version];
  const code = codeIn(join(folder, "dist")).sort();
  for (const path of code) {
    const { mtimeMs, size } = lstatSync(path);
    parts.push(`${path.slice(folder.length)} ${mtimeMs} ${size}`);
  }
  const { dependencies, peerDependencies } = packageJson;
  for (const name of Object.keys({ ...dependencies, ...peerDependencies }))
    parts.push(`${name} ${installedText(folder, name)}`);
  return contentHash(parts.join("\n"));
}

/** Paths of the files of code. It is read at each start, and the recursion of `readdirSync` itself takes much longer. */
function codeIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${sep}${entry.name}`;
    // Declarations are nothing that runs.
    if (entry.isDirectory()) return entry.name === "types" ? [] : codeIn(path);
    return entry.name.endsWith(".js") ? [path] : [];
  });
}

/** The package.json of a library, from the nearest node_modules. */
function installedText(folder: string, name: string): string {
  for (let at = folder; ; at = dirname(at)) {
    try {
      return readFileSync(join(at, "node_modules", name, "package.json"), "utf8");
    } catch {
      // Not in this folder; a library that is nowhere is not used either.
      if (dirname(at) === at) return "";
    }
  }
}
