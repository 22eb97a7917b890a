// An MCP server whose every text carries signs that act on a terminal, or can't be seen on it. The first word is the text, as JSON.
import { createInterface } from "node:readline";

const hostile = JSON.parse(process.argv[2]);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const inputSchema = {
  type: "object",
  properties: {
    plain: { type: "string", description: hostile, default: hostile, enum: [hostile, "b"] },
    [hostile]: { type: "string", title: hostile },
  },
};
const annotations = { readOnlyHint: true, title: hostile };
const tool = (name, more = {}) => ({
  name,
  title: hostile,
  description: `${hostile}\n${hostile}`,
  inputSchema,
  annotations,
  ...more,
});
const tools = [
  tool("text"),
  tool("structured", { outputSchema: { type: "object", properties: { [hostile]: { description: hostile } } } }),
  tool("broken"),
  tool("picture"),
  tool("asks", { annotations: { destructiveHint: true, title: hostile } }),
  tool(hostile),
];
const block = { type: "text", text: hostile };
const results = {
  text: { content: [block, block] },
  structured: { content: [block], structuredContent: { [hostile]: hostile, list: [hostile] } },
  broken: { isError: true, content: [block], structuredContent: { why: hostile } },
  picture: {
    content: [
      block,
      { type: "image", mimeType: hostile, data: "AQID" },
      { type: "resource_link", uri: hostile, name: hostile },
    ],
  },
};
const answers = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: hostile, title: hostile, version: hostile },
    instructions: hostile,
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools }),
  "resources/list": () => ({
    resources: [{ uri: "x://one", name: hostile, title: hostile, description: hostile, mimeType: hostile }],
  }),
  "resources/templates/list": () => ({
    resourceTemplates: [{ uriTemplate: "x://{one}", name: hostile, description: hostile }],
  }),
  "prompts/list": () => ({ prompts: [{ name: hostile, description: hostile }] }),
  "resources/read": () => ({ contents: [{ uri: "x://one", mimeType: hostile, text: hostile }] }),
  "tools/call": ({ name }) => results[name] ?? { content: [block] },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  if (answer === undefined) send({ id, error: { code: -32601, message: hostile } });
  else {
    if (params?._meta?.progressToken !== undefined) {
      send({
        method: "notifications/progress",
        params: { progressToken: params._meta.progressToken, progress: 1, message: hostile },
      });
    }
    send({ id, result: answer(params) });
  }
});
