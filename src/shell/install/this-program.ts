import { join } from "node:path";
import { packageFolder } from "../../disk/package-folder.ts";

/** How this program was started, and so how another one can start it. */
export interface ProgramFacts {
  /** Absolute path of node. */
  readonly node: string;
  /** Absolute path of the package's bin. */
  readonly main: string;
  readonly platform: NodeJS.Platform;
  /** Whether this Node has the SQLite that the workbench needs; otherwise a package has to be installed with it. */
  readonly hasSqlite: boolean;
}

/** The program as it runs now. */
export function thisProgram(): ProgramFacts {
  const sqlite = process.getBuiltinModule("node:sqlite");
  return {
    node: process.execPath,
    main: join(packageFolder(), "dist", "cli", "main.js"),
    platform: process.platform,
    // It came last, with Node 22.16.
    hasSqlite: sqlite !== undefined && "backup" in sqlite,
  };
}
