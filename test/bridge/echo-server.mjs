// An MCP server over stdio, by hand, with what the tests of bridges need: tools with and without hints, one whose name
// looks like another's, one with a broken schema, and some that fail in every way.
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (words) => ({ content: [{ type: "text", text: words }] });
const reads = { readOnlyHint: true };
const open = { type: "object" };

const tools = {
  echo: {
    description: "Give back what came",
    inputSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        text: { type: "string" },
        count: { type: "integer", minimum: 1, maximum: 10 },
        mode: { type: "string", enum: ["short", "long"] },
        nested: { type: "object", properties: { "a/b": { type: "array", items: { type: "number" } } } },
      },
      required: ["text"],
      additionalProperties: false,
    },
    outputSchema: { type: "object", properties: { given: { type: "object" } } },
    annotations: reads,
    icons: [{ src: "data:image/png;base64,AA==" }],
    run: (given) => ({ ...text(JSON.stringify(given)), structuredContent: { given }, extra: { kept: true } }),
  },
  "b/echo": { inputSchema: open, annotations: reads, run: () => text("the one with a slash") },
  anything: { inputSchema: open, annotations: reads, run: (given) => text(JSON.stringify(given)) },
  write: { inputSchema: open, run: () => text("written") },
  destroy: { inputSchema: open, annotations: { readOnlyHint: true, destructiveHint: true }, run: () => text("gone") },
  broken: {
    inputSchema: { type: "object", properties: { a: { type: "nope" } } },
    annotations: reads,
    run: () => text(""),
  },
  fails: { inputSchema: open, annotations: reads, run: () => ({ ...text("it did not work"), isError: true }) },
  refuses: {
    inputSchema: open,
    annotations: reads,
    run: () => {
      throw new Error(`no, ${process.env.API_KEY}`);
    },
  },
  dies: { inputSchema: open, annotations: reads, run: () => process.exit(9) },
  hangs: {
    inputSchema: open,
    annotations: reads,
    run: () => {
      counted.hanging += 1;
    },
  },
  variables: {
    inputSchema: open,
    annotations: reads,
    run: () =>
      text(
        Object.keys(process.env)
          .filter((name) => name.startsWith("TOOL_CLI"))
          .join(","),
      ),
  },
  pid: { inputSchema: open, annotations: reads, run: () => text(String(process.pid)) },
};

const resource = { uri: "test://readme", name: "readme", mimeType: "text/plain" };
/** Reported by `anything`: calls that hang, and notifications that one was cancelled. */
const counted = { hanging: 0, cancelled: 0 };

const methods = {
  initialize: () => ({
    protocolVersion: "2025-06-18",
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: "echo", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: Object.entries(tools).map(([name, { run: _, ...tool }]) => ({ name, ...tool })) }),
  "tools/call": ({ name, arguments: given = {} }) =>
    name === "anything" && given.ask === "counted" ? text(JSON.stringify(counted)) : tools[name].run(given),
  "resources/list": () => ({ resources: [resource] }),
  "resources/templates/list": () => ({ resourceTemplates: [{ uriTemplate: "test://{name}", name: "any" }] }),
  "resources/read": ({ uri }) => ({ contents: [{ uri, mimeType: "text/plain", text: "read me" }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (method === "notifications/cancelled") counted.cancelled += 1;
  if (id === undefined) return;
  const work = methods[method];
  if (work === undefined) return send({ id, error: { code: -32_601, message: `no ${method}` } });
  try {
    const result = work(params);
    if (result !== undefined) send({ id, result });
  } catch (error) {
    send({ id, error: { code: -32_005, message: error.message } });
  }
});
