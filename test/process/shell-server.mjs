// An MCP server over stdio, by hand, because a test starts it often: the servers of the seed's pipelines in one, and some
// that a shell must be careful with. The first word names a file that it writes what it did to.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [log] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (words) => ({ content: [{ type: "text", text: words }] });
const object = (properties, ...required) => ({ type: "object", properties, required });
const string = { type: "string" };
const readOnlyHint = true;
const waiting = new Map();

const issues = [{ number: 1, title: "Ports" }];
const image = (...bytes) => ({ type: "image", mimeType: "image/png", data: Buffer.from(bytes).toString("base64") });

const tools = {
  search_code: {
    description: "Find code that holds a text.\nAnd more.",
    inputSchema: object(
      {
        query: { ...string, description: "What to look for" },
        limit: { type: "integer", minimum: 1, maximum: 10, default: 2 },
        kind: { enum: ["code", "docs"] },
        where: object({ repo: string }),
        deep: { type: "boolean" },
      },
      "query",
    ),
    outputSchema: object({ items: { type: "array" } }),
    annotations: { readOnlyHint },
    run: ({ query, limit = 2, ...rest }) => {
      const items = Array.from({ length: limit }, (_, at) => ({ path: `src/${query}-${at}.ts` }));
      return { structuredContent: { items, rest }, content: [{ type: "text", text: "for models" }], later: true };
    },
  },
  list_items: {
    annotations: { readOnlyHint },
    run: () => text('[{"id":"7"},{"id":"8"}]'),
  },
  get_item: {
    inputSchema: object({ id: string }, "id"),
    annotations: { readOnlyHint },
    run: ({ id }) => text(`item ${id}`),
  },
  check_weather: {
    inputSchema: object({ city: string }, "city"),
    annotations: { readOnlyHint },
    run: ({ city }) => text(`${city}: mild`),
  },
  list_issues: {
    inputSchema: object({ repo: string }, "repo"),
    annotations: { readOnlyHint },
    run: ({ repo }) => ({ structuredContent: { repo, issues }, content: [] }),
  },
  save: {
    inputSchema: object({ what: string }, "what"),
    annotations: { readOnlyHint: false },
    run: ({ what }) => {
      appendFileSync(log, `saved ${what}\n`);
      return text("saved");
    },
  },
  // The tool of a name that looks like a server's and a tool's.
  "b/echo": { annotations: { readOnlyHint: false }, run: () => text("forged") },
  echo: { annotations: { readOnlyHint: false }, run: () => text("echo") },
  fail: {
    annotations: { readOnlyHint },
    run: () => ({ isError: true, ...text("it broke"), structuredContent: { why: "broken" } }),
  },
  picture: { annotations: { readOnlyHint }, run: () => ({ content: [image(1, 2, 3)] }) },
  pictures: { annotations: { readOnlyHint }, run: () => ({ content: [image(1), image(2)] }) },
  nothing: { annotations: { readOnlyHint }, run: () => ({ content: [] }) },
  many: { annotations: { readOnlyHint }, run: () => text("line\n".repeat(100_000)) },
  wait: {
    description: "Waits\u001b[2J",
    annotations: { readOnlyHint },
    run: (_, id) => {
      waiting.set(id, true);
      appendFileSync(log, "waits\n");
    },
  },
  odd: {
    inputSchema: { type: "object", properties: { x: { $ref: "#/nowhere" } } },
    annotations: { readOnlyHint },
    run: () => text("odd"),
  },
};

const topic = { name: "topic", description: "What is not clear", required: true };
const prompts = {
  explain: { description: "Explain a topic.", arguments: [topic, { name: "depth" }] },
  discuss: { title: "Discuss", arguments: [topic] },
  look: { arguments: [] },
};

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {}, ...(process.argv[3] === "empty" ? {} : { prompts: {} }) },
    serverInfo: { name: "shell-server", version: "1" },
  }),
  "tools/list": () => ({
    tools:
      process.argv[3] === "empty"
        ? []
        : Object.entries(tools).map(([name, { run: _, inputSchema = object({}), ...tool }]) => ({
            name,
            inputSchema,
            ...tool,
          })),
  }),
  "resources/list": () => ({ resources: [{ uri: "item://1", name: "one", mimeType: "text/plain" }] }),
  "resources/templates/list": () => ({ resourceTemplates: [{ uriTemplate: "item://{id}", name: "item" }] }),
  "resources/read": ({ uri }) => ({
    contents: [
      uri.endsWith("bytes")
        ? { uri, mimeType: "image/png", blob: "AQID" }
        : { uri, mimeType: "text/plain", text: "one" },
    ],
  }),
  "prompts/list": () => ({ prompts: Object.entries(prompts).map(([name, prompt]) => ({ name, ...prompt })) }),
  "prompts/get": ({ name, arguments: given = {} }) => ({
    description: prompts[name].description,
    messages: [
      { role: "user", content: { type: "text", text: `Explain ${given.topic}.` } },
      ...(name === "discuss" ? [{ role: "assistant", content: { type: "text", text: "Gladly." } }] : []),
      ...(name === "look" ? [{ role: "user", content: image(1, 2, 3) }] : []),
    ],
  }),
  "tools/call": ({ name, arguments: given }, id) => tools[name].run(given, id),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (method === "notifications/cancelled" && waiting.has(params.requestId)) appendFileSync(log, "cancelled\n");
  if (id === undefined) return;
  if (methods[method] === undefined) return send({ id, error: { code: -32_601, message: "Method not found" } });
  const result = methods[method](params, id);
  if (result !== undefined) send({ id, result });
});
