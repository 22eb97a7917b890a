import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import Sqlite from "better-sqlite3";
import { findPrograms } from "../database-servers/find-programs.mjs";
import { runSql, startServer } from "../database-servers/start-server.mjs";
import { root } from "./catalogs.mjs";
import { printRow } from "./rows.mjs";

// `npm run bench -- databases`: dump, import and clone through a served tool, one server process each. Its memory is the most that the
// system saw (VmHWM); that of the client programs that it starts is sampled. Database servers are our own, on loopback.

const mib = 1024 * 1024;

/** @param options `count` is the size in MiB of the SQLite database; those of servers have a fifth */
export async function benchDatabases({ count = 1024 }) {
  await benchEngine("sqlite", count, async (folder, rows) => {
    mkdirSync(join(folder, "db"));
    const database = new Sqlite(join(folder, "db/app.db"));
    database.exec(`CREATE TABLE notes (id INTEGER PRIMARY KEY, note TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO notes SELECT i, hex(randomblob(500)) FROM n;`);
    database.close();
    return { dsn: "sqlite:db/app.db", stop: async () => undefined, size: statSync(join(folder, "db/app.db")).size };
  });
  const programs = await findPrograms();
  const small = Math.ceil(count / 5.12);
  for (const engine of ["postgresql", "mariadb"]) {
    await benchEngine(engine, small, async (_folder, rows) => {
      const server = await startServer(engine, programs);
      await runSql(server, "CREATE DATABASE app");
      const from = engine === "postgresql" ? `generate_series(1, ${rows}) seq` : `seq_1_to_${rows}`;
      const text = engine === "postgresql" ? "md5(random()::text)" : "md5(rand())";
      await runSql(
        server,
        `CREATE TABLE notes (id INT PRIMARY KEY, note TEXT); INSERT INTO notes SELECT seq, repeat(${text}, 31) FROM ${from}`,
        "app",
      );
      const { host, port, user, password, env, stop } = server;
      const size =
        engine === "postgresql"
          ? "SELECT pg_database_size('app')"
          : "ANALYZE TABLE app.notes; SELECT sum(data_length) FROM information_schema.tables WHERE table_schema = 'app'";
      const dsn = `${engine}://${user}:${encodeURIComponent(password)}@${host}:${port}/app`;
      const bytes = Number((await runSql(server, size)).split("\n").at(-1));
      // A source in use is not a template: it is copied by a dump.
      const hold = () => runSql(server, "SELECT pg_sleep(600)", "app").catch(() => undefined);
      return { dsn, stop, env, size: bytes, ...(engine === "postgresql" ? { hold } : {}) };
    });
  }
}

async function benchEngine(engine, megabytes, fill) {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-bench-databases-"));
  let stop;
  try {
    const { dsn, env = {}, size, hold, stop: end } = await fill(folder, megabytes * 1024);
    stop = end;
    writeFileSync(
      join(folder, "pegboard.project.yaml"),
      `database:\n  dsn: "${dsn}"\n  allowed: ["app*"]\n  dumps: dumps\n`,
    );
    const title = `${engine}, ${Math.round(size / mib)} MiB`;
    const call = (what, tool, given) =>
      measured(`${title}: ${what}`, { folder, env, tool, given: { ...given, project_root: folder } });
    const { path } = await call("dump", "db_dump", { database: "app" });
    rmSync(path);
    const packed = await call("dump, zstd", "db_dump", { database: "app", compress: "zstd" });
    await call("create", "db_create", { database: "app_new" });
    await call("import, zstd", "db_import", { database: "app_new", sql_path: packed.path });
    await call("clone", "db_clone", { source: "app", target: "app_copy" });
    if (hold !== undefined) {
      const held = hold();
      await call("clone of a source in use", "db_clone", { source: "app", target: "app_used" });
      held.catch(() => undefined);
    }
  } finally {
    await stop?.();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One call of a server of its own. @returns its structured result */
async function measured(title, { folder, env, tool, given }) {
  const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), "serve", "--profile", "places"], {
    cwd: folder,
    env: { ...process.env, ...env, PEGBOARD_DB: join(folder, "workbench.db") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clients = new Map();
  const sampling = setInterval(() => sampleChildren(child.pid, clients), 50);
  try {
    const clientInfo = { name: "bench", version: "1.0.0" };
    send({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
    let started = 0;
    let last = 0;
    let longest = 0;
    let reports = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const message = JSON.parse(line);
      const now = performance.now();
      if (message.id === 1) {
        send({ method: "notifications/initialized" });
        started = last = now;
        send({ id: 2, method: "tools/call", params: { name: tool, arguments: given, _meta: { progressToken: "p" } } });
      } else if (message.method === "notifications/progress" || message.id === 2) {
        longest = Math.max(longest, now - last);
        last = now;
        if (message.id !== 2) reports += 1;
      }
      if (message.id !== 2) continue;
      const { structuredContent, isError } = message.result ?? {};
      if (structuredContent === undefined || isError === true) throw new Error(`${tool}: ${line.slice(0, 500)}`);
      const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
      const others = [...clients].map(([name, kib]) => `${name} ${Math.round(kib / 1024)} MiB`).join(", ");
      if (tool === "db_create") return structuredContent;
      const note = `pegboard ${Math.round(peak)} MiB; ${others === "" ? "no client program" : others}; ${reports} reports, at most ${Math.round(longest)} ms apart`;
      printRow({ title, times: [now - started], note });
      return structuredContent;
    }
    throw new Error(`${tool}: the server ended`);
  } finally {
    clearInterval(sampling);
    child.stdin.end();
    await ended;
  }
}

/** The most that each program had which the server started, in KiB. */
function sampleChildren(pid, most) {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return;
  const pids = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean);
    } catch {
      // The thread has ended.
      return [];
    }
  });
  for (const one of pids) {
    try {
      const status = readFileSync(`/proc/${one}/status`, "utf8");
      const name = /^Name:\s+(.+)$/m.exec(status)?.[1] ?? "?";
      const kib = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      // Right after its start a child is still this program.
      if (name !== "node") most.set(name, Math.max(most.get(name) ?? 0, kib));
    } catch {
      // It has ended meanwhile.
    }
  }
}
