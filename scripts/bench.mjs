// `npm run bench`: what the compiler and the server cost, on this machine, now. Prints medians; judges nothing.
//   node scripts/bench.mjs [--rounds N]
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, diff } from "../dist/index.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const roundsAt = process.argv.indexOf("--rounds");
const rounds = roundsAt === -1 ? 5 : Number(process.argv[roundsAt + 1]);
const main = join(root, "dist", "cli", "main.js");

const own = sourcesBelow("schema");
const rows = [];

for (const size of [74, 1_000]) {
  const sources = catalogOf(size);
  measure(`compile ${size} tools`, () => compile(sources));
  const { value, diagnostics } = compile(sources);
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  if (wrong !== undefined) throw new Error(`the catalog of the benchmark does not compile: ${wrong.message}`);
  const edited = compile(sources.map(lengthenOneLimit)).value;
  measure(`diff ${size} tools, unchanged`, () => diff(value.catalog, value.catalog));
  measure(`diff ${size} tools, one changed`, () => diff(value.catalog, edited.catalog));
}
await measureProcess("empty Node process", ["-e", "0"], "");
await measureProcess("serve: start, initialize, tools/list, end", [main, "serve"], handshake());
await measureProcess("generate --check", [main, "generate", "--check"], "");

const width = Math.max(...rows.map(({ title }) => title.length));
for (const { title, times } of rows) {
  const sorted = [...times].sort((a, b) => a - b);
  const show = (index) => `${sorted[index].toFixed(1).padStart(8)} ms`;
  console.log(
    `${title.padEnd(width)}  median ${show(sorted.length >> 1)}  least ${show(0)}  most ${show(sorted.length - 1)}`,
  );
}

/** The catalog of this repository, with as many copies of its tools under other names as it takes. */
function catalogOf(size) {
  const isTool = ({ path }) => path.startsWith("schema/tools/");
  const tools = own.filter(isTool);
  const copies = Array.from({ length: Math.max(0, size - tools.length) }, (_, index) => {
    const tool = tools[index % tools.length];
    const name = tool.path.slice(tool.path.lastIndexOf("/") + 1, -".yaml".length);
    const copy = `${name}_${index}`;
    // Without examples and old names: those belong to one tool each.
    const text = tool.text
      .replace(/^aliases:\n(?: .*\n)*/m, "")
      .replace(/^examples:\n(?: .*\n)*/m, "")
      .replace(`name: ${name}`, `name: ${copy}`);
    return { path: tool.path.replace(`${name}.yaml`, `${copy}.yaml`), text };
  });
  return [...own.filter((source) => !isTool(source)), ...tools, ...copies];
}

function lengthenOneLimit(source) {
  const isChanged = source.path.endsWith("/memory_store.yaml");
  return isChanged ? { ...source, text: source.text.replace("max_length: 512", "max_length: 600") } : source;
}

function sourcesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, "utf8") }));
}

function measure(title, work) {
  work();
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  rows.push({ title, times });
}

async function measureProcess(title, words, input) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await run(words, input);
    times.push(performance.now() - started);
  }
  rows.push({ title, times });
}

function run(words, input) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: root, stdio: ["pipe", "ignore", "inherit"] });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${words.join(" ")} ended with ${code}`))));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

function handshake() {
  const clientInfo = { name: "bench", version: "1" };
  const lines = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list", params: {} },
  ];
  return lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");
}
