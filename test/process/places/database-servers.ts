import { findPrograms } from "../../../scripts/database-servers/find-programs.mjs";
import {
  type RunningServer,
  runSql,
  type ServerEngine,
  startServer,
} from "../../../scripts/database-servers/start-server.mjs";

// The servers that tests of databases run against: those of this machine where they answer, or else ones of their own.
// PEGBOARD_TEST_SERVERS chooses: `own` starts them from what is installed, `packages` from Debian's packages.

export interface TestServer {
  readonly engine: ServerEngine;
  /** What client programs need, of this process and of a server under test. */
  readonly env: Readonly<Record<string, string>>;
  readonly password: string;
  dsn(database: string): string;
  run(sql: string, database?: string): Promise<string>;
  /** By name; those that are not there are passed over. */
  drop(databases: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

const machine: Readonly<Record<ServerEngine, Omit<RunningServer, "stop">>> = {
  postgresql: {
    ...{ engine: "postgresql", host: "127.0.0.1", port: 5432, user: "postgres", password: "secret-word", env: {} },
  },
  mariadb: {
    ...{ engine: "mariadb", host: "localhost", port: 3306, user: "root", password: "", env: {} },
    socket: "/run/mysqld/mysqld.sock",
  },
};

/**
 * @param preferred `own`: the machine's is not used, which keeps what it writes on disk for sure and is slow
 * @param settings further words of MariaDB's server
 * @returns undefined where there can't be one; the reason is on stderr
 * @throws the reason, in CI
 */
export async function testServer(
  engine: ServerEngine,
  preferred?: "own",
  settings: readonly string[] = [],
): Promise<TestServer | undefined> {
  const chosen = process.env.PEGBOARD_TEST_SERVERS ?? preferred;
  if (chosen === undefined) {
    const answers = await runSql(machine[engine], "SELECT 1").then(
      () => true,
      () => false,
    );
    if (answers) return testServerOf({ ...machine[engine], stop: async () => undefined });
  }
  try {
    return testServerOf(await startServer(engine, await findPrograms({ download: chosen === "packages" }), settings));
  } catch (error) {
    if (process.env.CI !== undefined || process.env.PEGBOARD_TEST_SERVERS !== undefined) throw error;
    console.error(
      `\nNOTHING OF ${engine.toUpperCase()} IS TESTED: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return undefined;
  }
}

function testServerOf(server: RunningServer): TestServer {
  const { engine, host, port, user, password, socket, env } = server;
  const at =
    socket === undefined
      ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`
      : `${user}@${host}`;
  const tail = socket === undefined ? "" : `?socket=${socket}`;
  const run = (sql: string, database?: string) => runSql(server, sql, database);
  return {
    engine,
    env,
    password,
    dsn: (database) => `${engine}://${at}/${database}${tail}`,
    run,
    async drop(databases) {
      for (const name of databases) {
        await run(
          engine === "mariadb"
            ? `DROP DATABASE IF EXISTS \`${name}\``
            : `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`,
        );
      }
    },
    stop: () => server.stop(),
  };
}
