import { isBuiltin } from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

/**
 * Whether a version of better-sqlite3 works with this Node. 13 is built for Node-API 10 and crashes where Node has less. Older ones are
 * built on Node's `ObjectWrap`: since 24.19 Node aborts when it collects one of their objects while no JavaScript runs.
 * @see https://github.com/WiseLibs/better-sqlite3/issues/1514
 */
export function fits(version: string): boolean {
  return Number.parseInt(version, 10) >= 13 ? Number(process.versions.napi) >= 10 : major < 24;
}

/** The package that works with this Node, as npm is asked for it. */
export const fittingPackage = `better-sqlite3@${fits("13") ? 13 : 12}`;

/** Whether this Node has the SQLite that is needed: `backup` came last, with 22.16 and 23.8. Loading it to look would print a warning. */
export const hasNodeSqlite =
  isBuiltin("node:sqlite") && (major > 23 || (major === 23 && minor >= 8) || (major === 22 && minor >= 16));
