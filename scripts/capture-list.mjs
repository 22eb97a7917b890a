// Saves what a published MCP server lists, for test/fixtures/pairs:
//   node scripts/capture-list.mjs <package>@<version> <out.json> [--env NAME=VALUE]… [-- server arguments…]
// The package is installed into a temporary folder, without its install scripts, started over stdio, asked for its tools
// and ended; no tool is called. The list is kept as the server sent it, key for key, so that what only a serialiser changed
// is in the fixtures too.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

/** For the greeting and all pages together. */
const timeoutMs = 60_000;

const { values, positionals } = parseArgs({
  options: { env: { type: "string", multiple: true } },
  allowPositionals: true,
});
const [wanted = "", out = "", ...args] = positionals;
const at = wanted.lastIndexOf("@");
if (at < 1 || out === "") {
  console.error(
    "usage: node scripts/capture-list.mjs <package>@<version> <out.json> [--env NAME=VALUE] [-- arguments]",
  );
  process.exit(2);
}
const name = wanted.slice(0, at);
const folder = mkdtempSync(join(tmpdir(), "pegboard-capture-"));
try {
  writeFileSync(join(folder, "package.json"), '{"private":true}\n');
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  execFileSync("npm", [...install, wanted], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const home = join(folder, "node_modules", name);
  const { bin, version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const program = join(home, typeof bin === "string" ? bin : (bin[name.split("/").at(-1)] ?? Object.values(bin)[0]));
  const tools = await listOf(program);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${JSON.stringify({ package: name, version, tools })}\n`);
  console.log(`${name} ${version}: ${tools.length} tools`);
} finally {
  // A server may still write after SIGTERM.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Newline-delimited JSON-RPC by hand: an SDK's client would read the schemas, and might tidy them. */
async function listOf(program) {
  const env = { PATH: process.env.PATH, HOME: folder };
  for (const one of values.env ?? []) env[one.slice(0, one.indexOf("="))] = one.slice(one.indexOf("=") + 1);
  const server = spawn(process.execPath, [program, ...args.map((one) => one.replaceAll("{folder}", folder))], {
    cwd: folder,
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const waiting = new Map();
  let stderr = "";
  let rest = "";
  server.stderr.on("data", (chunk) => {
    stderr = (stderr + chunk).slice(-2000);
  });
  server.stdout.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line.startsWith("{")) answer(JSON.parse(line));
  });
  const ended = new Promise((_, reject) => {
    const fail = (why) => reject(new Error(`${wanted}: ${why}\n${stderr}`));
    server.once("exit", (code) => fail(`ended with ${code}`));
    server.once("error", (error) => fail(error.message));
    setTimeout(() => fail(`no list within ${timeoutMs / 1000} seconds`), timeoutMs).unref();
  });
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const answer = (message) => {
    // Some servers ask the client for its roots before they answer.
    if (message.method !== undefined && message.id !== undefined) {
      send({
        id: message.id,
        ...(message.method === "ping" ? { result: {} } : { error: { code: -32601, message: "no" } }),
      });
    } else waiting.get(message.id)?.(message);
  };
  let last = 0;
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      send({ id, method, params });
    });
  try {
    return await Promise.race([ended, everyPage(ask, send)]);
  } finally {
    server.removeAllListeners("exit");
    const gone = new Promise((resolve) => server.once("exit", resolve));
    if (server.exitCode === null && server.kill()) await gone;
  }
}

async function everyPage(ask, send) {
  const clientInfo = { name: "capture", version: "1" };
  await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  const tools = [];
  let cursor;
  do {
    const page = await ask("tools/list", cursor === undefined ? {} : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}
