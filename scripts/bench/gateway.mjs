import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { root } from "./catalogs.mjs";
import { median, printRow, ratioOf } from "./rows.mjs";
import { callOverHttp } from "./serve/http-load.mjs";
import { openHttp, openStdio } from "./serve/server-process.mjs";

// `npm run bench -- gateway`: calls of official servers, and the same calls through a gateway that was imported from them. The two take turns
// in every round; what the gateway adds is the difference of their medians within a round.

const rounds = 7;
const callsPerRound = 300;
const official = (name) => join(root, "node_modules", "@modelcontextprotocol", `server-${name}`, "dist", "index.js");
const main = join(root, "dist", "cli", "main.js");

const echo = { name: "echo", arguments: { message: "a message for the echo tool" } };
/** By what comes back. */
const measured = {
  "a text": { server: "everything", call: echo },
  "structured content": { server: "memory", call: { name: "read_graph", arguments: {} } },
  "an image": { server: "everything", call: { name: "get-tiny-image", arguments: {} } },
};

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
};

export async function benchGateway() {
  const folder = await mkdtemp(join(tmpdir(), "pegboard-gateway-bench-"));
  const env = { ...process.env, MEMORY_FILE_PATH: join(folder, "memory.jsonl"), PEGBOARD_USAGE: "off" };
  const gatewayTo = (name, ...words) => {
    const into = join(folder, name);
    const pegboard = (...all) => execFileSync(process.execPath, [main, ...all], { env, stdio: "pipe" });
    pegboard("import", "--gateway", "--into", into, ...words);
    pegboard("generate", "--catalog", into);
    return [main, "serve", "--catalog", into];
  };
  try {
    const overStdio = (server) => ["--stdio", "--", process.execPath, official(server)];
    const gateways = {
      everything: gatewayTo("everything", ...overStdio("everything")),
      memory: gatewayTo("memory", "--env", "MEMORY_FILE_PATH", ...overStdio("memory")),
    };
    for (const [title, { server, call }] of Object.entries(measured)) {
      await benchStdio(title, { direct: [official(server)], gateway: gateways[server], env, call });
    }
    const inProcess = gatewayTo("in-process", ...overStdio("everything"));
    await putServerInto(join(folder, "in-process", "src", "host.ts"));
    await benchStdio("a text, the server in the same process", {
      ...{ direct: [official("everything")], gateway: inProcess, env, call: echo },
    });
    await benchHttp(env, gateways.everything, (url) => gatewayTo("by-url", "--url", url));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As docs/gateway.md says: the host makes the server itself. */
async function putServerInto(host) {
  const text = await readFile(host, "utf8");
  const module = pathToFileURL(join(official("everything"), "..", "server", "index.js"));
  const made = text.replace(
    "openGateway(upstream, env)",
    "openGateway(upstream, env, { server: () => createServer().server })",
  );
  if (made === text) throw new Error("the host of a gateway has changed");
  await writeFile(host, `import { createServer } from "${module}";\n${made}`);
}

async function benchStdio(title, { direct, gateway, env, call }) {
  const opened = async (words) => {
    const connection = openStdio(words, { env });
    await connection.request("initialize", initialize);
    connection.notify("notifications/initialized");
    // The everything server first announces changes of its lists.
    await setTimeout(500);
    return connection;
  };
  const [alone, through] = [await opened(direct), await opened(gateway)];
  const p50 = async (connection) => {
    const times = [];
    for (let count = 0; count < callsPerRound; count++) {
      const { line, ms } = await connection.request("tools/call", call);
      check(line);
      times.push(ms);
    }
    return median(times);
  };
  await compare(title, { through, alone: () => p50(alone), gateway: () => p50(through) });
  await Promise.all([alone.end(), through.end()]);
}

/** The server over HTTP, beside gateways over HTTP that reach it over stdio, and over HTTP too. */
async function benchHttp(env, overStdio, gatewayTo) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const direct = [official("everything"), "streamableHttp"];
  const alone = await openHttp(direct, { env: { ...env, PORT: String(port) }, url });
  const session = await openSession(url);
  const one = async (target, options) => {
    const { ms, last } = await callOverHttp(target, { clients: 1, count: callsPerRound, params: echo, ...options });
    check(last);
    return ms / callsPerRound;
  };
  const gateways = { "over HTTP, the server over stdio": overStdio, "over HTTP, the server too": gatewayTo(url) };
  for (const [title, words] of Object.entries(gateways)) {
    const through = await openHttp([...words, "--http", "0"], { env });
    await compare(title, { through, alone: () => one(url, { session }), gateway: () => one(through.url) });
    await through.end();
  }
  await alone.end();
}

async function openSession(url) {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = (body, more = {}) =>
    fetch(url, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify({ jsonrpc: "2.0", ...body }) });
  const answer = await post({ id: 1, method: "initialize", params: initialize });
  await answer.text();
  const session = answer.headers.get("mcp-session-id");
  await (await post({ method: "notifications/initialized" }, { "mcp-session-id": session })).text();
  return session;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Another one begins in each round; the first round is not counted. */
async function compare(title, { through, alone, gateway }) {
  const times = { alone: [], gateway: [], cpu: [] };
  for (let round = 0; round <= rounds; round++) {
    const measureAlone = async () => times.alone.push(await alone());
    const measureGateway = async () => {
      const before = through.cpuUs();
      times.gateway.push(await gateway());
      times.cpu.push((through.cpuUs() - before) / callsPerRound);
    };
    for (const work of round % 2 === 0 ? [measureAlone, measureGateway] : [measureGateway, measureAlone]) await work();
  }
  const [direct, whole, cpu] = [times.alone, times.gateway, times.cpu].map((all) => all.slice(1));
  printRow({ title: `${title}: the server`, times: direct });
  printRow({ title: `${title}: through the gateway`, times: whole, ratio: ratioOf(whole, direct) });
  printRow({ title: `${title}: what the gateway adds`, times: whole.map((ms, round) => ms - direct[round]) });
  printRow({ title: `${title}: processor of the gateway for a call`, times: cpu, unit: "µs" });
}

function check(line) {
  if (!line.includes('"content":[{"type":')) throw new Error(`the answer is ${line.slice(0, 200)}`);
}
