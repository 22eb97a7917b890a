import type { ServerTarget } from "../../client/server-connection.ts";
import type { WrittenStart } from "./written-start.ts";

/** A server that a configuration file names. */
export interface ConfiguredServer {
  readonly name: string;
  /** The file as people know it, and where in it the server is named: both 1-based. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** In words for people: "~/.cursor/mcp.json", "~/.claude.json, for this project". */
  readonly origin: string;
  /** Absent where `problem` says why. */
  readonly target: ServerTarget | undefined;
  /** The same as the file writes it. Absent where there is no target, or no file. */
  readonly written?: WrittenStart;
  /** False: the file says not to use it. */
  readonly isEnabled: boolean;
  /** Why it can't be used; holds no value of a variable, of the environment or of a header. */
  readonly problem: string | undefined;
}

/** Something in a file that is not as it should be. */
export interface ConfigProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** All that one file says. */
export interface ReadConfig {
  /** In the file's order; servers of the current project before those for everywhere. */
  readonly servers: readonly ConfiguredServer[];
  readonly problems: readonly ConfigProblem[];
  /** `server/tool` patterns. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** False: nothing in it is about servers, as in an editor's other settings. */
  readonly isAboutServers: boolean;
}

/** What the texts of a configuration are read with. */
export interface ConfigWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly home: string;
  /** Absolute; what clients call the workspace. */
  readonly cwd: string;
  /**
   * Absolute: where servers start whose entry does not say it. For files that name servers for everywhere this should not
   * be the current folder: `npx` and the like run what they find there, and that may be a repository that is not trusted.
   */
  readonly startIn: string;
  readonly platform: NodeJS.Platform;
  /** True: servers get the few variables that every client hands on, whatever their own client hands on. */
  readonly cleanEnv?: boolean;
  /** The text of a file by its absolute path; undefined when it can't be read. Asked for `envFile` only. */
  readonly readFile: (path: string) => string | undefined;
}
