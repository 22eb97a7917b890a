import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./catalogs.mjs";
import { median, printRow, ratioOf } from "./rows.mjs";
import { callOverHttp } from "./serve/http-load.mjs";
import { calls, invalidCall } from "./serve/order-calls.mjs";
import { buildOrderProject } from "./serve/order-project.mjs";
import { openHttp, openStdio } from "./serve/server-process.mjs";

// `npm run bench -- serve`: a built server beside a responder that is written by hand and checks nothing, and beside the official SDK, all
// with the same 74 tools. Servers take turns in every round; ratios are medians of ratios within a round.

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
};
const text = "order c_ab12cd34 SKU-1-77x12 high 19.95EUR Berlin/DE lines=3 tags=3";
const depth = 64;

const titles = {
  plain: "written by hand, no check",
  pegboard: "pegboard",
  sdk: "official SDK and zod",
};
const figures = {
  start: ["start to tools/list", "ms"],
  firstCall: ["first call", "ms"],
  firstInvalid: ["first invalid call", "ms"],
  list: ["tools/list", "ms"],
  echo: ["a call with 1 param, one at a time", "ms"],
  order: ["a call with 12 params, one at a time", "ms"],
  echoesPerSecond: ["calls with 1 param, 64 under way", "/s"],
  ordersPerSecond: ["calls with 12 params, 64 under way", "/s"],
  cpuOfEcho: ["processor for a call with 1 param", "µs"],
  cpuOfOrder: ["processor for a call with 12 params", "µs"],
  memory: ["memory at start", "MiB"],
  memoryAfter: ["memory after all calls", "MiB"],
  httpCallsPerSecond: ["HTTP, 8 clients: calls with 12 params", "/s"],
  cpuOfHttpCall: ["HTTP: processor for a call", "µs"],
};

export async function benchServe() {
  const measured = await measureServing();
  for (const [figure, [title, unit]] of Object.entries(figures)) {
    const { plain, ...others } = measured[figure];
    printRow({ title: `${title}: ${titles.plain}`, times: plain, unit });
    for (const [server, times] of Object.entries(others)) {
      printRow({ title: `${title}: ${titles[server]}`, times, unit, ratio: ratioOf(times, plain) });
    }
  }
}

/**
 * @param options `withSdk` false leaves the official SDK out
 * @returns for each server and figure its value in every round
 */
export async function measureServing({
  rounds = 5,
  pipelined = 6_000,
  sequential = 400,
  overHttp = 2_000,
  withSdk = true,
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), "pegboard-serve-"));
  try {
    const ours = buildOrderProject(folder);
    const list = join(folder, "list.json");
    const listed = await listOf([ours, "--surface", "direct"]);
    if (listed.tools.length !== 74) throw new Error(`the server lists ${listed.tools.length} tools`);
    await writeFile(list, JSON.stringify(listed));
    const own = (name) => join(root, "scripts", "bench", "serve", name);
    const servers = {
      plain: [own("plain-responder.mjs"), list],
      pegboard: [ours, "--surface", "direct"],
      ...(withSdk ? { sdk: [own("sdk-server.mjs"), list] } : {}),
    };
    return {
      ...(await coldStarts(servers, rounds)),
      ...(await warmCalls(servers, { rounds, pipelined, sequential })),
      ...(await httpCalls(servers, rounds, overHttp)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a server answers to `tools/list`. */
export async function listOf(words) {
  const connection = openStdio(words);
  await connection.request("initialize", initialize);
  connection.notify("notifications/initialized");
  const { line } = await connection.request("tools/list", {});
  await connection.end();
  return JSON.parse(line).result;
}

/** From the start to the list of tools, in turns. @returns for each server its milliseconds in every round, as `start` */
export async function coldStarts(servers, rounds) {
  const figures = figuresOf(servers, ["start"]);
  await inTurns(servers, rounds + 1, async (name, words, round) => {
    const connection = openStdio(words);
    await connection.request("initialize", initialize);
    connection.notify("notifications/initialized");
    const { at } = await connection.request("tools/list", {});
    // The first round fills the caches of the disk.
    if (round > 0) figures.start[name].push(at - connection.started);
    await connection.end();
  });
  return figures;
}

async function warmCalls(servers, { rounds, pipelined, sequential }) {
  const single = ["list", "echo", "order"];
  const figures = figuresOf(servers, [
    ...["memory", "firstCall", "firstInvalid", ...single, "echoesPerSecond", "ordersPerSecond"],
    ...["cpuOfEcho", "cpuOfOrder", "memoryAfter"],
  ]);
  const open = {};
  for (const [name, words] of Object.entries(servers)) {
    open[name] = openStdio(words);
    await open[name].request("initialize", initialize);
    open[name].notify("notifications/initialized");
    figures.memory[name].push(open[name].memoryMib());
    const first = await open[name].request("tools/call", calls.order);
    check(name, first.line);
    figures.firstCall[name].push(first.ms);
    figures.firstInvalid[name].push((await open[name].request("tools/call", invalidCall)).ms);
    for (const call of Object.values(calls)) await open[name].pipeline(pipelined, depth, "tools/call", call);
  }
  await inTurns(servers, rounds, async (name) => {
    const connection = open[name];
    const one = async (figure, count, method, params) => {
      const times = [];
      for (let index = 0; index < count; index++) times.push((await connection.request(method, params)).ms);
      figures[figure][name].push(median(times));
    };
    await one("list", sequential / 10, "tools/list", {});
    await one("echo", sequential, "tools/call", calls.echo);
    await one("order", sequential, "tools/call", calls.order);
    for (const [call, perSecond, cpu] of [
      ["echo", "echoesPerSecond", "cpuOfEcho"],
      ["order", "ordersPerSecond", "cpuOfOrder"],
    ]) {
      const before = connection.cpuUs();
      const { ms, line } = await connection.pipeline(pipelined, depth, "tools/call", calls[call]);
      figures[cpu][name].push((connection.cpuUs() - before) / pipelined);
      figures[perSecond][name].push((pipelined / ms) * 1_000);
      if (call === "order") check(name, line);
    }
  });
  for (const name of Object.keys(servers)) {
    figures.memoryAfter[name].push(open[name].memoryMib());
    await open[name].end();
  }
  return figures;
}

async function httpCalls(servers, rounds, count) {
  const figures = figuresOf(servers, ["httpCallsPerSecond", "cpuOfHttpCall"]);
  const open = {};
  for (const [name, words] of Object.entries(servers)) {
    open[name] = await openHttp(name === "pegboard" ? [...words, "--http", "0"] : [...words, "http"]);
    await callOverHttp(open[name].url, { clients: 8, count, params: calls.order });
  }
  await inTurns(servers, rounds, async (name) => {
    const before = open[name].cpuUs();
    const { ms, last } = await callOverHttp(open[name].url, { clients: 8, count, params: calls.order });
    figures.cpuOfHttpCall[name].push((open[name].cpuUs() - before) / count);
    figures.httpCallsPerSecond[name].push((count / ms) * 1_000);
    check(name, last);
  });
  for (const name of Object.keys(servers)) await open[name].end();
  return figures;
}

function figuresOf(servers, names) {
  const perServer = () => Object.fromEntries(Object.keys(servers).map((server) => [server, []]));
  return Object.fromEntries(names.map((name) => [name, perServer()]));
}

/** Another server begins in each round. */
async function inTurns(servers, rounds, work) {
  const entries = Object.entries(servers);
  for (let round = 0; round < rounds; round++) {
    for (let place = 0; place < entries.length; place++) {
      const [name, words] = entries[(place + round) % entries.length];
      await work(name, words, round);
    }
  }
}

function check(name, line) {
  if (!line.includes(text)) throw new Error(`${name} answered ${line.slice(0, 200)}`);
}
