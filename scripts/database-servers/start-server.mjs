import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

// Database servers of one's own: on loopback, with a data folder that goes with them, and with a password.

const run = promisify(execFile);
const user = "pegboard";
/** Characters that password files and DSNs have to escape. */
const newPassword = () => `${randomBytes(9).toString("hex")}:\\"@'`;

/**
 * @param engine "postgresql" or "mariadb"
 * @param programs of `findPrograms`
 * @param settings further words of MariaDB's installer and server
 * @returns how to reach it, the variables that its client programs need, and `stop`
 */
export async function startServer(engine, programs, settings = []) {
  const env = { ...process.env, ...variablesOf(programs) };
  const folder = mkdtempSync(join(tmpdir(), `pegboard-${engine}-`));
  const password = newPassword();
  // Neither server runs as root.
  const own = userInfo().uid === 0 ? await systemUser(engine === "postgresql" ? ["postgres"] : ["mysql"]) : undefined;
  if (own !== undefined) chownSync(folder, own.uid, own.gid);
  const words = own === undefined ? [] : ["setpriv", `--reuid=${own.uid}`, `--regid=${own.gid}`, "--clear-groups"];
  const asUser = async (command, args) => {
    const [program, ...rest] = [...words, command, ...args];
    return run(program, rest, { cwd: folder, env });
  };
  const data = join(folder, "data");
  const secret = join(folder, "secret");
  const keep = (text) => {
    writeFileSync(secret, text, { mode: 0o600 });
    if (own !== undefined) chownSync(secret, own.uid, own.gid);
  };
  let kept;
  try {
    const port = await freePort();
    if (engine === "postgresql") {
      keep(password);
      const initdb = [
        "-D",
        data,
        "-U",
        user,
        `--pwfile=${secret}`,
        "-A",
        "scram-sha-256",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
        "-N",
      ];
      await asUser(join(programs.postgresql, "initdb"), initdb);
      const settings = [
        "listen_addresses=127.0.0.1",
        `port=${port}`,
        "unix_socket_directories=",
        "fsync=off",
        "log_min_messages=panic",
      ];
      const args = ["-D", data, ...settings.flatMap((one) => ["-c", one])];
      kept = keepRunning("INT", folder, [...words, join(programs.postgresql, "postgres"), ...args], env);
    } else {
      const shared = [`--basedir=${programs.root}/usr`, `--datadir=${data}`];
      const quoted = password.replace(/[\\']/g, "\\$&");
      keep(
        `CREATE USER ${user}@'127.0.0.1' IDENTIFIED BY '${quoted}';\nGRANT ALL ON *.* TO ${user}@'127.0.0.1' WITH GRANT OPTION;\nDROP USER root@localhost;\n`,
      );
      await asUser(join(programs.bin, "mariadb-install-db"), [
        "--no-defaults",
        ...shared,
        "--auth-root-authentication-method=normal",
        "--skip-test-db",
        ...settings,
      ]);
      const args = [
        ...["--no-defaults", ...shared, "--bind-address=127.0.0.1", `--port=${port}`, `--socket=${join(folder, "s")}`],
        ...[
          `--pid-file=${join(folder, "pid")}`,
          `--init-file=${secret}`,
          "--skip-name-resolve",
          "--log-error=error.log",
        ],
        ...["--innodb-flush-log-at-trx-commit=0", "--plugin-maturity=unknown", ...settings],
      ];
      kept = keepRunning("TERM", folder, [...words, join(programs.sbin, "mariadbd"), ...args], env);
    }
    const server = { engine, host: "127.0.0.1", port, user, password, env: variablesOf(programs), stop: kept.stop };
    await untilItAnswers(server, kept);
    rmSync(secret);
    return server;
  } catch (error) {
    await kept?.stop();
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`${engine} can't be started: ${error.message}`, { cause: error });
  }
}

/** Runs SQL by the client program of a server. @returns what it prints, values alone */
export async function runSql({ engine, host, port, user: name, password, socket, env }, sql, database) {
  const all = { ...process.env, ...env };
  const [command, args, more] =
    engine === "postgresql"
      ? [
          "psql",
          ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", database ?? "postgres", "-f", "-"],
          { PGHOST: host, PGPORT: String(port), PGUSER: name, PGPASSWORD: password },
        ]
      : [
          "mariadb",
          [
            "--no-defaults",
            "-N",
            "-B",
            ...(socket === undefined ? [`-h${host}`, `-P${port}`] : [`--socket=${socket}`]),
            `-u${name}`,
            "-D",
            database ?? "mysql",
          ],
          { MYSQL_PWD: password },
        ];
  const child = run(command, args, { env: { ...all, ...more }, maxBuffer: 2 ** 28 });
  child.child.stdin.on("error", () => undefined);
  child.child.stdin.end(sql);
  return (await child).stdout.trim();
}

function variablesOf({ root, postgresql, bin, libraries }) {
  if (root === "") return { PATH: [postgresql, process.env.PATH].join(delimiter) };
  return { PATH: [postgresql, bin, process.env.PATH].join(delimiter), LD_LIBRARY_PATH: libraries.join(delimiter) };
}

/** Ends with this process, however that ends: a shell waits for the end of its input, then ends the server and removes its folder. */
function keepRunning(signal, folder, command, env) {
  const script =
    'folder=$1 signal=$2; shift 2; "$@" </dev/null & own=$!; cat >/dev/null; kill -s "$signal" $own; wait $own; rm -rf "$folder"';
  const child = spawn("sh", ["-c", script, "sh", folder, signal, ...command], {
    cwd: folder,
    env,
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  return {
    complaint: () => complaint,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

async function untilItAnswers(server, { complaint }) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await runSql(server, "SELECT 1");
    } catch (error) {
      if (attempt > 100) throw new Error(`it does not answer: ${complaint()} ${error.message}`, { cause: error });
      await setTimeout(200);
    }
  }
}

/** The first user that is there; `nobody` is everywhere. */
async function systemUser(names) {
  for (const name of [...names, "nobody"]) {
    const found = await run("getent", ["passwd", name]).catch(() => undefined);
    if (found === undefined) continue;
    const [, , uid, gid] = found.stdout.split(":");
    return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("there is no user but root");
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port: 0, host: "127.0.0.1" }, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
