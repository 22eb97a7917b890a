// An MCP server over stdio whose answer to tools/list does not end. The first word says how, the second where it writes what it sent.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [how, report] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
let sent = 0;
// The client does not read any more.
process.stdout.on("error", () => {
  writeFileSync(report, String(sent));
  process.exit(0);
});

function write(text) {
  sent += text.length;
  process.stdout.write(text, (error) => error ?? write(text));
}

const tool = (number) => ({ name: `tool_${number}`, inputSchema: { type: "object" } });
const wide = { ...tool(0), description: "x".repeat(1_000_000) };
const listings = {
  line: () => write("x".repeat(1 << 20)),
  tools: (id) => {
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[`);
    write(`${JSON.stringify(wide)},`);
  },
  pages: (id, page) => send({ id, result: { tools: [tool(page)], nextCursor: String(page + 1) } }),
  "wide-pages": (id, page) => send({ id, result: { tools: Array(10).fill(wide), nextCursor: String(page + 1) } }),
  "many-tools": (id, page) =>
    send({ id, result: { tools: Array.from({ length: 20_000 }, (_, at) => tool(at)), nextCursor: String(page + 1) } }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "server/discover") send({ id, error: { code: -32_601, message: "Method not found" } });
  if (method === "initialize") {
    const serverInfo = { name: "endless", version: "1" };
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  }
  if (method === "tools/list") listings[how](id, Number(params?.cursor ?? 0));
});
