// A catalog that `pegboard build` has made: a folder with catalog.js, server.js, and the list of its files.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";

/** Marks the folder, and lists what may be replaced and removed in it. */
export const buildManifest = "pegboard-build.json";
/** The module that exports `registry`, `openHost` and `loadHost`. */
export const builtModule = "catalog.js";

/**
 * The files that the manifest in a folder lists: relative to it, `/` separators, sorted; itself is one of them. Entries that lead out of the folder are left out: an edited manifest must not make us delete
 * other people's files.
 * @returns undefined when there is none
 * @throws CliError when something else stands there
 */
export async function readBuildManifest(folder: string): Promise<readonly string[] | undefined> {
  const text = await readFile(join(folder, buildManifest), "utf8")
    .catch(unlessAbsent)
    .catch(failsWith(`'${buildManifest}' can't be read`));
  if (text === undefined) return undefined;
  const files = filesOf(text);
  if (files === undefined) {
    throw new CliError(`'${join(folder, buildManifest)}' is damaged`, {
      hint: "delete the folder and run `pegboard build` again",
    });
  }
  return files;
}

function filesOf(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("files" in value) || !Array.isArray(value.files)) {
      return undefined;
    }
    return value.files.filter((path): path is string => typeof path === "string" && staysInside(path));
  } catch {
    // Not JSON at all is one more way of being damaged; the caller reports it.
    return undefined;
  }
}

function staysInside(path: string): boolean {
  if (path.includes("\\") || path.includes("\0") || /^[A-Za-z]:/.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
