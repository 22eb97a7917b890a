import type { DatabaseName } from "../database-name.ts";
import type { Engine, Work } from "../engine.ts";
import { clientProgram, droppedAfter, piped, printed } from "./client-program.ts";
import type { ServerOptions } from "./postgresql-engine.ts";

/** MariaDB and MySQL by their client programs. */
export function mariadbEngine({ dsn, root, env, compose }: ServerOptions): Engine {
  const isMariadb = dsn.engine === "mariadb";
  const [client, dumper] = isMariadb ? ["mariadb", "mariadb-dump"] : ["mysql", "mysqldump"];
  const value = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
  const run = clientProgram({
    ...{ dsn, root, env, compose },
    secret: { fileText: `[client]\npassword=${value(dsn.password)}\n`, variable: "MYSQL_PWD" },
    withFile: (path) => ({ args: [`--defaults-extra-file=${path}`] }),
  });
  const where =
    dsn.socket === undefined
      ? [`--host=${dsn.host}`, `--port=${dsn.port}`, "--protocol=tcp"]
      : [`--socket=${dsn.socket}`];
  const connect = [...where, ...(dsn.user === "" ? [] : [`--user=${dsn.user}`]), "--default-character-set=utf8mb4"];
  const query = (action: string, sql: string, { signal }: Work) =>
    printed(run, {
      action,
      program: client,
      args: [...connect, "--batch", "--skip-column-names", `--execute=${sql}`],
      env: {},
      signal,
    });
  const rows = async (action: string, sql: string, work: Work) =>
    (await query(action, sql, work))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("\t"));
  const create = async (name: DatabaseName, work: Work) =>
    void (await query("create", `CREATE DATABASE ${quoted(name)}`, work));
  const drop = async (name: DatabaseName, work: Work) =>
    void (await query("drop", `DROP DATABASE ${quoted(name)}`, work));
  const dump: Engine["dump"] = (name, tables, output, { signal }) => {
    const how = ["--single-transaction", "--quick", "--routines", "--triggers", "--no-tablespaces"];
    return run({
      action: "dump",
      program: dumper,
      args: [...connect, ...how, "--", name, ...tables],
      env: {},
      output,
      signal,
    });
  };
  // Binary mode: the client runs none of its own commands, which start programs and reach files.
  const load: Engine["load"] = (name, input, { signal }) =>
    run({
      action: "import",
      program: client,
      args: [...connect, "--binary-mode", `--database=${name}`],
      env: {},
      input,
      signal,
    });

  return {
    defaultDatabase: dsn.database,
    dsnOf: (name) => dsn.withDatabase(name),
    async list(work) {
      const size =
        "(SELECT coalesce(sum(data_length + index_length), 0) FROM information_schema.tables WHERE table_schema = schema_name)";
      const found = await rows("list", `SELECT schema_name, ${size} FROM information_schema.schemata ORDER BY 1`, work);
      return found.map(([name = "", bytes]) => ({ name, sizeBytes: Number(bytes) }));
    },
    create,
    drop,
    dump,
    load,
    async clone(source, target, work) {
      await create(target, work);
      try {
        await piped(
          (sink) => dump(source, [], sink, work),
          (from) => load(target, from, work),
        );
      } catch (error) {
        await droppedAfter(error, target, (own) => drop(target, own));
      }
    },
    async countRows(name, work) {
      const tables = await rows(
        "count",
        `SELECT table_name FROM information_schema.tables WHERE table_schema = '${name}' AND table_type = 'BASE TABLE' ORDER BY 1`,
        work,
      );
      const counted: { table: string; rows: number }[] = [];
      for (const [table = ""] of tables) {
        const [[count] = []] = await rows("count", `SELECT count(*) FROM ${quoted(name)}.${quoted(table)}`, work);
        counted.push({ table, rows: Number(count) });
      }
      return counted;
    },
  };
}

function quoted(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}
