import { ProjectFailure } from "../project-config/failure.ts";
import type { DatabaseServer, ProcessEnv, ProjectConfig } from "../project-config/find-config.ts";
import type { Engine } from "./engine.ts";
import { mariadbEngine } from "./servers/mariadb-engine.ts";
import { postgresqlEngine } from "./servers/postgresql-engine.ts";

/** @throws ProjectFailure DATABASE_FAILED where what the engine needs is not installed */
export async function openEngine(config: ProjectConfig, server: DatabaseServer, env: ProcessEnv): Promise<Engine> {
  const { parsed } = server;
  switch (parsed.engine) {
    case "sqlite": {
      const [{ loadSqlite, SqliteMissing }, { sqliteEngine }] = await Promise.all([
        import("../../sqlite/load-sqlite.ts"),
        import("./sqlite/sqlite-engine.ts"),
      ]);
      const sqlite = await loadSqlite().catch((error: unknown) => {
        if (!(error instanceof SqliteMissing)) throw error;
        throw new ProjectFailure("DATABASE_FAILED", { action: "open", problem: error.message }, { cause: error });
      });
      return sqliteEngine(sqlite, config.root, parsed.file);
    }
    case "mysql":
    case "mariadb":
    case "postgresql": {
      const { docker } = config.values;
      const files = docker?.compose_files ?? [];
      const words = [
        ...files.map((file) => `--file=${file}`),
        ...(docker?.project_name === undefined ? [] : [`--project-name=${docker.project_name}`]),
      ];
      const compose = server.service === undefined ? undefined : { service: server.service, words };
      const options = { dsn: parsed, file: config.file, root: config.root, env, compose };
      return parsed.engine === "postgresql" ? postgresqlEngine(options) : mariadbEngine(options);
    }
  }
}
