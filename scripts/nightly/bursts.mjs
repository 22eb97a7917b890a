// `npm run nightly bursts`: writes that come all at once. Eight servers on one database store a hundred memories each at the same time; then one
// server gets ten thousand, while pings and cancellations go on, and is ended in the middle. Prints the figures of docs/soak.md.
//   --calls N      writes of the flood (10000)
//   --seconds N    is given to every job of the night, and is not used
// Ends with 1 where a write is refused or lost, or a time is above its limit. The times are those of a machine that does nothing else:
// beside them stands how late a timer of this process was, which is the machine's own part.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { startServer } from "./soak/server.mjs";
import { greeting } from "./soak/wire.mjs";

const { values } = parseArgs({
  options: { calls: { type: "string", default: "10000" }, seconds: { type: "string" }, seed: { type: "string" } },
});
const floodCount = Number(values.calls);
const processes = 8;
const perProcess = 100;
/** Writes of the flood that wait for their answers. */
const underWay = 1_000;
/** In ms. */
const limits = { burst: 2_000, ping: 50, cancel: 50, end: 100 };

const folder = mkdtempSync(join(tmpdir(), "pegboard-bursts-"));
const problems = [];
const rows = [];
const clients = [];
const late = { acknowledged: 0 };
const ownDelay = monitorEventLoopDelay({ resolution: 5 });
ownDelay.enable();
try {
  await bursts(join(folder, "bursts.db"));
  await flood(join(folder, "flood.db"));
} finally {
  for (const { server } of clients) server.child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
ownDelay.disable();
console.log("| | p50, ms | p99, ms | max, ms | limit of p99 |\n|---|---:|---:|---:|---:|");
for (const { name, times, limit } of rows) {
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => at(times, part).toFixed(0));
  console.log(`| ${name} | ${p50} | ${p99} | ${max} | ${limit} |`);
  if (at(times, 0.99) > limit) problems.push(`${name}: p99 is ${p99} ms, above ${limit}`);
}
console.log(`timers of this process were late by ${(ownDelay.percentile(99) / 1e6 - 5).toFixed(0)} ms (p99)`);
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "bursts: ok" : `bursts: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function bursts(databasePath) {
  const servers = [];
  for (let number = 0; number < processes; number++) servers.push(await open(`server ${number}`, databasePath));
  const answers = await Promise.all(
    servers.flatMap((client, number) =>
      Array.from({ length: perProcess }, (_, index) => store(client, `${number} ${index}`)),
    ),
  );
  const refused = answers.filter(({ isError }) => isError);
  if (refused.length > 0)
    problems.push(`${refused.length} of ${answers.length} writes were refused: ${refused[0].text}`);
  rows.push({
    name: `a write of ${answers.length} in ${processes} processes at once`,
    times: timesOf(answers),
    limit: limits.burst,
  });
  for (const { server } of servers) server.child.stdin.end();
  await Promise.all(servers.map(({ server }) => server.exit));
  expectStored(databasePath, answers.length - refused.length);
}

async function flood(databasePath) {
  const client = await open("flood", databasePath);
  const began = performance.now();
  let isOver = false;
  const ended = storeAll(client, floodCount).then((answers) => {
    isOver = true;
    return answers;
  });
  const pings = [];
  const cancels = [];
  let cancelled = 0;
  while (!isOver) {
    pings.push(await client.request("ping", {}));
    // A cancellation is not answered. The ping behind it is, once it has been taken in.
    const given = client.ask("tools/call", {
      name: "memory_store",
      arguments: { content: `gone ${cancelled}`, force: true },
    });
    client.notify("notifications/cancelled", { requestId: given.id });
    cancels.push(await client.request("ping", {}));
    cancelled++;
    await sleep(20);
  }
  const answers = await ended;
  const tookSeconds = (performance.now() - began) / 1000;
  const refused = answers.filter(({ isError }) => isError);
  if (refused.length > 0)
    problems.push(`${refused.length} of ${answers.length} writes were refused: ${refused[0].text}`);
  rows.push({
    name: `a ping during a flood of ${floodCount} writes (${tookSeconds.toFixed(1)} s)`,
    times: timesOf(pings),
    limit: limits.ping,
  });
  rows.push({
    name: "a cancellation during it, and the ping behind it",
    times: timesOf(cancels),
    limit: limits.cancel,
  });
  const ends = [];
  for (let round = 0; round < 5; round++) {
    const ending = round === 0 ? client : await open("ended", databasePath);
    for (let index = 0; index < underWay; index++) void store(ending, `late ${round} ${index}`);
    await sleep(200);
    ending.server.child.kill("SIGTERM");
    await sleep(50);
    const second = performance.now();
    ending.server.child.kill("SIGTERM");
    await ending.server.exit;
    ends.push(performance.now() - second);
  }
  rows.push({
    name: "the end after a second SIGTERM in a flood",
    times: ends.toSorted((a, b) => a - b),
    limit: limits.end,
  });
  const acknowledged = answers.length - refused.length + late.acknowledged;
  expectStored(databasePath, acknowledged, "at least");
}

/** As many at once as a server has under way; what is above that it puts off, and says so. */
async function storeAll(client, count) {
  const answers = [];
  let next = 0;
  const one = async () => {
    while (next < count) answers.push(await store(client, `flood ${next++}`));
  };
  await Promise.all(Array.from({ length: underWay }, one));
  return answers;
}

/** A started server, greeted, with a session. */
async function open(name, databasePath) {
  const server = startServer(name, databasePath);
  const waiting = new Map();
  let last = 0;
  createInterface({ input: server.child.stdout }).on("line", (line) => {
    const answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  // A server that was ended takes nothing more.
  server.child.stdin.on("error", () => undefined);
  const write = (message) => server.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const client = {
    server,
    notify: (method, params) => write({ method, params }),
    ask(method, params) {
      const id = ++last;
      const began = performance.now();
      const answered = new Promise((resolve) => {
        waiting.set(id, (answer) => resolve({ ...answer, ms: performance.now() - began }));
      });
      write({ id, method, params });
      return { id, answered };
    },
    request: (method, params) => client.ask(method, params).answered,
  };
  clients.push(client);
  await client.request(greeting.method, greeting.params);
  client.notify("notifications/initialized");
  await client.request("tools/call", { name: "session_open", arguments: { agent: name } });
  return client;
}

async function store(client, content) {
  const { result, error, ms } = await client.request("tools/call", {
    name: "memory_store",
    arguments: { content, force: true },
  });
  if (content.startsWith("late ") && result !== undefined && result.isError !== true) late.acknowledged++;
  return {
    ms,
    isError: error !== undefined || result.isError === true,
    text: error?.message ?? result.content[0].text,
  };
}

function timesOf(answers) {
  return answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
}

function at(times, part) {
  return times[Math.min(times.length - 1, Math.floor(part * times.length))];
}

function expectStored(databasePath, count, how = "exactly") {
  const database = new Database(databasePath, { readonly: true });
  const found = database.prepare("SELECT count(*) FROM memories WHERE content NOT LIKE 'gone %'").pluck().get();
  if (database.pragma("integrity_check", { simple: true }) !== "ok") problems.push("the database is damaged");
  database.close();
  if (how === "exactly" ? found !== count : found < count)
    problems.push(`${found} memories are stored, and ${count} were acknowledged`);
}
