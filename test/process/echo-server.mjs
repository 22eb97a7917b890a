// An MCP server over stdio, by hand: it lists the tools of a JSON file and answers each call with its arguments.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { tools } = JSON.parse(readFileSync(process.argv[2], "utf8"));

const answers = {
  initialize: () => ({
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "echo", version: "1" },
  }),
  "tools/list": () => ({ tools }),
  "tools/call": ({ arguments: given }) => ({ content: [{ type: "text", text: JSON.stringify(given) }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method]?.(params);
  const outcome = answer === undefined ? { error: { code: -32601, message: "no such method" } } : { result: answer };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...outcome })}\n`);
});
