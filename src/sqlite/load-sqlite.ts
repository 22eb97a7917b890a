import { createRequire } from "node:module";
import { errorCode } from "../disk/disk-errors.ts";
import { fits, fittingPackage } from "./better-sqlite3-version.ts";
import type { Sqlite } from "./database.ts";

/** No library can be used; its message says what to do. */
export class SqliteMissing extends Error {}

/**
 * Loads a library of SQLite: better-sqlite3 where one is installed that fits this Node and was built for it, else the one of Node itself.
 * @throws SqliteMissing
 */
export async function loadSqlite(): Promise<Sqlite> {
  const version = installedVersion();
  const isFit = version !== undefined && fits(version);
  const { found, problem } = isFit ? await betterSqlite() : {};
  if (found !== undefined) return found;
  const { findNodeSqlite } = await import("./node-sqlite.ts");
  const builtin = findNodeSqlite();
  if (builtin !== undefined) return builtin;
  const repair = repairOf(problem, isFit ? undefined : version);
  throw new SqliteMissing(`${repair}, or use Node 22.16 or newer, which has SQLite`, { cause: problem });
}

/** @param unfit the version that is installed and does not fit */
function repairOf(problem: Error | undefined, unfit: string | undefined): string {
  if (problem !== undefined) return "better-sqlite3 was not built for this Node; run 'npm rebuild better-sqlite3'";
  const command = `npm install ${fittingPackage}`;
  if (unfit === undefined) return `install better-sqlite3 beside pegboard (${command})`;
  return `better-sqlite3 ${unfit} does not work with Node ${process.versions.node}; run '${command}'`;
}

function installedVersion(): string | undefined {
  try {
    const { version }: { readonly version: string } = createRequire(import.meta.url)("better-sqlite3/package.json");
    return version;
  } catch (error) {
    if (errorCode(error) === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

async function betterSqlite(): Promise<{ readonly found?: Sqlite; readonly problem?: Error }> {
  try {
    const { betterSqlite } = await import("./better-sqlite3.ts");
    return { found: betterSqlite };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = errorCode(error) ?? "";
    // The second is what `require` says, by which the built program loads it.
    if (["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(code)) return {};
    // The second: Node was started with --no-addons.
    const isUnbuilt =
      ["ERR_DLOPEN_FAILED", "ERR_DLOPEN_DISABLED"].includes(code) ||
      error.message.startsWith("Could not locate the bindings file");
    if (!isUnbuilt) throw error;
    return { problem: error };
  }
}
