import { errorCode, reasonOf } from "../../disk/disk-errors.ts";
import type { Store } from "../../store/store.ts";
import { type Databases, databasesOf, dumpFolderOf } from "../databases/databases.ts";
import { type DumpFile, listDumps } from "../databases/dump-files.ts";
import { openEngine } from "../databases/open-engine.ts";
import { removeStale } from "../databases/temporary-files.ts";
import { ProjectFailure } from "../project-config/failure.ts";
import { findConfig, type ProcessEnv, projectFolder } from "../project-config/find-config.ts";
import { type ProjectFacts, projectFacts, type Suggestion, suggestConfig } from "../project-config/project-facts.ts";
import { type Workflows, workflowsOf } from "../workflows/workflows.ts";
import { type Worktrees, worktreesOf } from "../worktrees/worktrees.ts";

/** What is asked of the project in a folder; its configuration is read by each call, so that an edit counts at once. */
export interface ProjectPlaces {
  facts(folder?: string): Promise<ProjectFacts>;
  suggest(folder?: string): Promise<Suggestion>;
  /** @param server its name in `databases`; default: the first one */
  databases(folder?: string, server?: string): Promise<Databases>;
  dumps(folder?: string, server?: string): Promise<readonly DumpFile[]>;
  worktrees(folder?: string): Promise<PlacesOfProject>;
}

export interface PlacesOfProject {
  readonly worktrees: Worktrees;
  readonly workflows: Workflows;
}

export interface ProjectPlacesOptions {
  readonly store: Store;
  readonly env: ProcessEnv;
  readonly clock: () => number;
  /** Folder that `project_root` is relative to, and its default. */
  readonly cwd: () => string;
}

export function projectPlaces({ env, clock, cwd, store }: ProjectPlacesOptions): ProjectPlaces {
  const configured = async (folder: string | undefined, name: string | undefined) => {
    const config = await findConfig(await projectFolder(folder, cwd()), env);
    const server = name === undefined ? config.servers[0] : config.servers.find((one) => one.name === name);
    if (server !== undefined) return { config, server };
    const part = name === undefined ? "database" : `databases.${name}`;
    throw new ProjectFailure("CONFIG_MISSING", { folder: config.folder, part });
  };
  return {
    facts: async (folder) => projectFacts(await projectFolder(folder, cwd()), env),
    suggest: async (folder) => suggestConfig(await projectFolder(folder, cwd())),
    async databases(folder, name) {
      const { config, server } = await configured(folder, name);
      return databasesOf({ config, server, engine: await openEngine(config, server, env), env, clock });
    },
    async worktrees(folder) {
      // A clone's source is the repository's database, also where the worktree has one of its own.
      const config = await findConfig(await projectFolder(folder, cwd()), env, "root");
      const values = config.values.worktrees;
      if (values === undefined)
        throw new ProjectFailure("CONFIG_MISSING", { folder: config.folder, part: "worktrees" });
      const [server] = config.servers;
      const databases =
        server === undefined || values.database_per_worktree !== true
          ? undefined
          : databasesOf({ config, server, engine: await openEngine(config, server, env), env, clock });
      const worktrees = worktreesOf(config, values, env);
      return { worktrees, workflows: workflowsOf({ root: config.root, values, worktrees, databases, store, clock }) };
    },
    async dumps(folder, name) {
      const { config, server } = await configured(folder, name);
      const dumps = dumpFolderOf(config, server);
      try {
        await removeStale(dumps, clock());
        return await listDumps(dumps);
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        const problems = [`dumps: '${dumps}' can't be read: ${reasonOf(error)}`];
        throw new ProjectFailure("CONFIG_INVALID", { file: config.file, problems }, { cause: error });
      }
    },
  };
}
