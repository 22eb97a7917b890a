/**
 * The major version of better-sqlite3 that works with this Node. 13 is built for Node-API 10 and crashes where Node has less. Older ones
 * are built on Node's `ObjectWrap`: since 24.19 Node aborts when it collects one of their objects while no JavaScript runs.
 * @see https://github.com/WiseLibs/better-sqlite3/issues/1514
 */
export const fittingMajor: 12 | 13 = Number(process.versions.napi) >= 10 ? 13 : 12;

/** The package as npm is asked for it. */
export const fittingPackage = `better-sqlite3@${fittingMajor}`;
