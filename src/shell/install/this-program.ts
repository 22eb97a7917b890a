import { join } from "node:path";
import { packageFolder } from "../../disk/package-folder.ts";
import { fittingPackage, hasNodeSqlite } from "../../sqlite/better-sqlite3-version.ts";

/** How this program was started, and so how another one can start it. */
export interface ProgramFacts {
  /** Absolute path of node. */
  readonly node: string;
  /** Absolute path of the package's bin. */
  readonly main: string;
  readonly platform: NodeJS.Platform;
  /** What has to be installed too for the workbench, because this Node has not the SQLite that it needs. */
  readonly sqlitePackage?: string;
}

/** The program as it runs now. */
export function thisProgram(): ProgramFacts {
  return {
    node: process.execPath,
    main: join(packageFolder(), "dist", "cli", "main.js"),
    platform: process.platform,
    ...(hasNodeSqlite ? {} : { sqlitePackage: fittingPackage }),
  };
}
