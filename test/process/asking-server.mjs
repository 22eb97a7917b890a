// A server of 2026-07-28 with one tool, which asks for everything at once and answers with the replies.
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const inputRequests = {
  form: {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: "\u001b[2Jwho",
      requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    },
  },
  model: {
    method: "sampling/createMessage",
    params: { messages: [{ role: "user", content: { type: "text", text: "say" } }], maxTokens: 9 },
  },
  page: {
    method: "elicitation/create",
    params: { mode: "url", message: "look", url: "https://example.com/", elicitationId: "1" },
  },
  roots: { method: "roots/list", params: {} },
};
const answers = {
  "server/discover": () => ({
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    serverInfo: { name: "asking", version: "1" },
    ttlMs: 0,
    cacheScope: "private",
  }),
  "tools/list": () => ({
    resultType: "complete",
    tools: [{ name: "ask", inputSchema: { type: "object" } }],
    ttlMs: 0,
    cacheScope: "private",
  }),
  "tools/call": ({ inputResponses }) =>
    inputResponses === undefined
      ? { resultType: "input_required", inputRequests, requestState: "s" }
      : { resultType: "complete", content: [{ type: "text", text: JSON.stringify(inputResponses) }] },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  send(answer === undefined ? { id, error: { code: -32601, message: "unknown" } } : { id, result: answer(params) });
});
