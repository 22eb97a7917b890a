// An MCP server over stdio that says which process it is, and what it was started with.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [log, ...words] = process.argv.slice(2);
const note = (line) => appendFileSync(log, `${line}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (said) => ({ content: [{ type: "text", text: said }] });
note(`started ${process.pid}`);
if (words[0] === "broken") {
  console.error("GREETING_TOKEN is not set");
  process.exit(3);
}

const annotations = { readOnlyHint: true };
const tools = {
  who: () => text(String(process.pid)),
  what: () => {
    const { PATH, HOME, GREETING, PEGBOARD_DAEMON } = process.env;
    return text(JSON.stringify({ cwd: process.cwd(), words, PATH, HOME, GREETING, PEGBOARD_DAEMON }));
  },
  wait: () => note("waits"),
  die: () => process.exit(1),
  refuse: (id) => send({ id, error: { code: -32_000, message: "not today" } }),
};

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "warm-server", version: "1" },
  }),
  "tools/list": () => ({
    tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" }, annotations })),
  }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (method === "notifications/cancelled") note("cancelled");
  if (id === undefined) return;
  const answer = method === "tools/call" ? tools[params.name] : methods[method];
  if (answer === undefined) return send({ id, error: { code: -32_601, message: "Method not found" } });
  const result = answer(method === "tools/call" ? id : params);
  if (result?.content !== undefined || (result && method !== "tools/call")) send({ id, result });
});
