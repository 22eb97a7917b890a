// `npm run nightly -- long-lines`: 800 MB of lines that are too long, and of lines that are just short enough and no
// messages, to the built server. Each is refused, the next line is served, and memory stays where the first of them took it.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = mkdtempSync(join(tmpdir(), "pegboard-long-lines-"));
const rounds = 20;
const warmUpRounds = 4;
const maxGrowthMb = 64;
let lastPeakMb = 0;

const server = spawn(process.execPath, [join(root, "dist", "cli", "main.js"), "serve"], {
  env: { PATH: process.env.PATH, PEGBOARD_DB: join(folder, "workbench.db"), PEGBOARD_USAGE: "off" },
  stdio: ["pipe", "pipe", "inherit"],
});
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
const exit = new Promise((resolve) => server.once("close", resolve));
try {
  const tooLong = Buffer.alloc(25_000_000, "x");
  const noMessage = Buffer.alloc(15_000_000, "[");
  let afterWarmUp = 0;
  for (let round = 1; round <= rounds; round++) {
    await write(tooLong);
    await write("\n");
    await expectCode(-32600);
    await write(noMessage);
    await write(`\n${JSON.stringify({ jsonrpc: "2.0", id: round, method: "ping" })}\n`);
    await expectCode(-32700);
    await expectAnswer(round);
    if (round === warmUpRounds) afterWarmUp = peakMb();
  }
  server.stdin.end();
  if ((await exit) !== 0) throw new Error("it did not end with 0");
  const growth = lastPeakMb - afterWarmUp;
  console.log(`peak after ${warmUpRounds} rounds ${afterWarmUp} MB, after ${rounds} rounds ${lastPeakMb} MB`);
  if (growth > maxGrowthMb) throw new Error(`memory grew by ${growth} MB; ${maxGrowthMb} MB are the most`);
} finally {
  server.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

function write(bytes) {
  return new Promise((resolve, reject) => server.stdin.write(bytes, (error) => (error ? reject(error) : resolve())));
}

async function next() {
  const { value, done } = await lines.next();
  if (done) throw new Error("the server went away");
  return JSON.parse(value);
}

async function expectCode(code) {
  const { id, error } = await next();
  if (id !== null || error?.code !== code) throw new Error(`expected ${code}, got ${JSON.stringify({ id, error })}`);
}

async function expectAnswer(id) {
  const answer = await next();
  if (answer.id !== id || answer.result === undefined) throw new Error(`no answer to ${id}: ${JSON.stringify(answer)}`);
  lastPeakMb = peakMb();
}

/** The most memory that the server ever held, as Linux counts it. */
function peakMb() {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
}
