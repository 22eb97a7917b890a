import { join } from "node:path";
import { root } from "./catalogs.mjs";
import { timeProcess } from "./processes.mjs";
import { measureRounds, printRow } from "./rows.mjs";

// How long it takes until the program is there.

const main = join(root, "dist", "cli", "main.js");

export async function benchStart() {
  const measured = (title, words, input) =>
    measureRounds(title, 5, () => timeProcess(process.execPath, words, { cwd: root, input }));
  const empty = await measured("empty Node process", ["-e", "0"], "");
  printRow(empty);
  const row = async (title, words, input) => printRow(await measured(title, words, input), empty);
  await row("serve: start, initialize, tools/list, end", [main, "serve"], handshake());
  await row("generate --check", [main, "generate", "--check"], "");
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
