// `npm run nightly soak`: the workbench under load for minutes: 8 clients, 5 servers, one database; a tenth of what is
// sent is broken. Every request must be answered once and rightly, memory must stay flat, no file may be left open.
//   node scripts/nightly/soak.mjs --seconds 300 --calls 200000 --seed 7
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { calls, createProject, createWorld, openSession } from "./soak/calls.mjs";
import { openHttpClient } from "./soak/http-client.mjs";
import { createLedger } from "./soak/ledger.mjs";
import { malformed } from "./soak/malformed.mjs";
import { createRandom } from "./soak/random.mjs";
import { memoryVerdict, printReport } from "./soak/report.mjs";
import { addressOf, fastPath, startServer } from "./soak/server.mjs";
import { openStdioClient } from "./soak/stdio-client.mjs";

const seconds = option("--seconds", 300);
const total = option("--calls", 200_000);
const seed = option("--seed", 1);
const maxWaiting = 16;
const settleMs = 60_000;

const folder = mkdtempSync(join(tmpdir(), "pegboard-soak-"));
const databasePath = join(folder, "workbench.db");
const problems = [];
const stdioServers = ["stdio 1", "stdio 2", "stdio 3", "stdio 4"].map((name) => startServer(name, databasePath));
const httpServer = startServer("http", databasePath, ["--http", "0"]);
const servers = [...stdioServers, httpServer];
try {
  const url = await addressOf(httpServer);
  const players = [];
  for (const [index, name] of ["one", "two", "three", "four", "five", "six", "seven", "eight"].entries()) {
    const era = index % 2 === 0 ? "modern" : "legacy";
    const ledger = createLedger();
    const server = stdioServers[index] ?? httpServer;
    const client =
      server === httpServer ? openHttpClient({ era, url, ledger }) : openStdioClient({ era, server, ledger });
    players.push({
      name,
      era,
      server,
      client,
      ledger,
      world: createWorld(name),
      random: createRandom(seed * 100 + index),
    });
  }
  await Promise.all(players.map(begin));
  const filesBefore = servers.map((server) => server.openFiles());

  const started = performance.now();
  const sampling = setInterval(() => {
    for (const server of servers) server.sample();
  }, 500);
  await Promise.all(players.map((player) => play(player, Math.ceil(total / players.length), started)));
  const tookSeconds = (performance.now() - started) / 1000;
  clearInterval(sampling);

  for (const { client, server } of players) if (server === httpServer) await client.close();
  await settled(() => httpServer.openFiles() <= filesBefore.at(-1), 10_000);
  const filesAfter = servers.map((server) => server.openFiles());
  for (const [index, server] of servers.entries()) {
    if (filesAfter[index] > filesBefore[index]) {
      problems.push(
        `${server.name} had ${filesBefore[index]} files open at the beginning and ${filesAfter[index]} at the end`,
      );
    }
  }

  for (const { client, server } of players) if (server !== httpServer) await client.close();
  httpServer.child.kill("SIGTERM");
  const exits = await Promise.all(servers.map((server) => server.exit));
  for (const [index, exit] of exits.entries())
    if (exit !== 0) problems.push(`${servers[index].name} ended with ${exit}`);
  for (const { name, ledger } of players) {
    ledger.close();
    if (ledger.counts.faults > 0) problems.push(`client ${name}: ${ledger.counts.faults} faults`, ...ledger.faults);
  }
  const busy = players.reduce((sum, { ledger }) => sum + ledger.counts.busy, 0);
  // Of what is asked of it, a server may put off one in a thousand where others write to the same file.
  if (busy * 1_000 > total) problems.push(`${busy} calls were answered OVERLOADED`);
  for (const server of servers) {
    const said = server
      .stderr()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("serving at "));
    if (said.length > 0) problems.push(`${server.name} said ${said.length} things, first: ${said[0]}`);
    const verdict = memoryVerdict(server.samples, tookSeconds);
    if (verdict !== undefined) problems.push(`${server.name}: ${verdict}`);
  }
  problems.push(...lostWrites(players.flatMap(({ world }) => world.stored)));
  printReport({ servers, players, filesBefore, filesAfter, tookSeconds, seed, fastPath });
} finally {
  for (const { child } of servers) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "soak: ok" : `soak: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** A session and a project of the client's own; from then on its server holds all the files that it ever will. */
async function begin({ client, ledger, world, name }) {
  await client.greet();
  client.send(`${name}-session`, openSession(world));
  await settled(() => ledger.waiting() === 0, settleMs);
  client.send(`${name}-project`, createProject(world));
  await settled(() => ledger.waiting() === 0, settleMs);
}

/** Sends one client's share, evenly over the time, and waits for what is still to come. */
async function play({ name, client, ledger, world, random }, share, started) {
  let sent = 0;
  while (sent < share) {
    const due = Math.min(share, Math.ceil((share * (performance.now() - started)) / (seconds * 1000)));
    while (sent < due && ledger.waiting() < maxWaiting && client.canSend())
      sendOne(`${name}-${sent++}`, { client, ledger, world, random });
    if (performance.now() - started > seconds * 3000 + settleMs) {
      problems.push(`client ${name} could send ${sent} of ${share} in three times the time`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await settled(() => ledger.waiting() === 0, settleMs);
}

function sendOne(id, { client, world, random }) {
  if (random.chance(0.1)) {
    const [kind, make] = random.weighted(malformed.filter(isFor(client)).map(([weight, ...row]) => [weight, row]));
    client.sendMalformed(id, kind, make);
    return;
  }
  const call = random.weighted(calls)(world, random);
  client.send(id, call, random.chance(0.05) ? { progressToken: id } : undefined);
  // At once, in the middle of it, or after its answer.
  if (random.chance(0.03)) setTimeout(() => client.cancel(id), random.integer(6));
}

function isFor({ canTakeEndless }) {
  return ([, kind]) => kind !== "an endless line" || canTakeEndless === true;
}

async function settled(isSettled, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  while (!isSettled() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** What was acknowledged must be there, in a file that is sound. */
function lostWrites(ids) {
  const database = new Database(databasePath, { readonly: true });
  try {
    const found = new Set(database.prepare("SELECT id FROM memories").pluck().all());
    const lost = ids.filter((id) => !found.has(id));
    const sound = database.pragma("integrity_check", { simple: true });
    return [
      ...(lost.length === 0 ? [] : [`${lost.length} of ${ids.length} acknowledged memories are not there`]),
      ...(sound === "ok" ? [] : [`the database is damaged: ${sound}`]),
    ];
  } finally {
    database.close();
  }
}

function option(name, fallback) {
  const at = process.argv.indexOf(name);
  const value = at === -1 ? fallback : Number(process.argv[at + 1]);
  if (Number.isFinite(value) && value > 0) return value;
  console.error(`${name} wants a number above 0`);
  process.exit(2);
}
