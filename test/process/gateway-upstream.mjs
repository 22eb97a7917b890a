// An MCP server over stdio, by hand, behind a gateway: what a server may do, and what it heard. Its list changes when a file is there.
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";

const [changed = ""] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (words) => ({ content: [{ type: "text", text: words }] });
const replies = new Map();
const heard = [];
const together = [];
const levels = [];
let ids = 0;

/** Asks the user. */
function ask(message, then) {
  const id = `question-${++ids}`;
  replies.set(id, then);
  const requestedSchema = { type: "object", properties: { color: { type: "string", enum: ["red", "blue"] } } };
  send({ id, method: "elicitation/create", params: { message, requestedSchema } });
}

function dieWithKey() {
  process.stderr.write(`it was ${process.env.UPSTREAM_KEY}\n`, () => process.exit(3));
}

const tools = {
  seen: (id, { arguments: given, _meta }) => send({ id, result: text(JSON.stringify({ given, _meta })) }),
  whole: (id) =>
    send({
      id,
      result: {
        content: [
          { type: "text", text: "a", annotations: { priority: 0.5 }, _meta: { "x/block": 1 } },
          { type: "image", data: "AAAA", mimeType: "image/png" },
        ],
        structuredContent: { any: ["thing"], __proto__x: null },
        isError: true,
        _meta: { "x/result": { deep: [1] } },
      },
    }),
  // Answers with the result that it is given as a text.
  odd: (id, { arguments: { query } }) => send({ id, result: JSON.parse(query) }),
  // Writes to its log, also what is below the level that was set.
  logs: (id) => {
    for (const level of ["debug", "warning"])
      send({ method: "notifications/message", params: { level, logger: "own", data: { level } } });
    send({ method: "notifications/message", params: { level: "alert", data: [levels] } });
    send({ id, result: text("logged") });
  },
  logsLater: (id) => {
    together.push(id);
    if (together.length < 2) return;
    send({ method: "notifications/message", params: { level: "alert", data: "whose?" } });
    for (const each of together.splice(0)) send({ id: each, result: text("logged") });
  },
  // What it was given, in its log and on stderr.
  tellsKey: (id) => {
    const key = process.env.UPSTREAM_KEY;
    send({ method: "notifications/message", params: { level: "alert", data: { said: [`the key is ${key}`] } } });
    process.stderr.write(`with ${key}\n`);
    send({ id, result: text("done") });
  },
  diesWithKey: dieWithKey,
  // As a task it never ends by itself.
  works: (id, { task }) => {
    const created = { taskId: "task-1", status: "working", createdAt: "2026-01-01T00:00:00Z", ttl: null };
    send({
      id,
      result: task === undefined ? text("at once") : { task: { ...created, lastUpdatedAt: created.createdAt } },
    });
  },
  fails: (id) => send({ id, error: { code: -32_050, message: "not today", data: { why: 1 } } }),
  waits: (_id, { _meta }) =>
    send({
      method: "notifications/progress",
      params: { progressToken: _meta?.progressToken, progress: 1, message: "waiting" },
    }),
  heard: (id) => send({ id, result: text(heard.join(",")) }),
  dies: () => process.exit(3),
  // Asks for both callers once two of them wait.
  asksTogether: (id) => {
    together.push(id);
    if (together.length < 2) return;
    for (const each of together.splice(0))
      ask("Which color?", (reply) => send({ id: each, result: text(reply.action) }));
  },
  asks: (id) =>
    ask("Which color?", (first) =>
      ask(`And instead of ${first.content?.color}?`, (second) =>
        send({ id, result: text(JSON.stringify([first, second])) }),
      ),
    ),
};

const methods = {
  initialize: (id, { protocolVersion }) => {
    const serverInfo = { name: "upstream", version: "1" };
    const tasks = { cancel: {}, requests: { tools: { call: {} } } };
    const capabilities = { tools: {}, resources: {}, prompts: {}, logging: {}, tasks };
    send({
      id,
      result: { protocolVersion, capabilities, serverInfo },
    });
  },
  "tasks/get": (id, { taskId }) => send({ id, result: { taskId, status: "working", statusMessage: "looked at" } }),
  "tasks/result": () => undefined,
  "tasks/cancel": (id, { taskId }) => {
    heard.push(`${taskId} cancelled`);
    send({ id, result: { taskId, status: "cancelled" } });
  },
  "tools/list": (id) => {
    const entries = Object.keys(tools).map((name) => ({
      name,
      description: `Do ${name}, as a server may${existsSync(changed) && name === "seen" ? " by now" : ""}.`,
      annotations: { readOnlyHint: name === "heard" },
      ...(name === "works" ? { execution: { taskSupport: "optional" } } : {}),
      inputSchema: {
        type: "object",
        properties: { maxResults: { type: "integer", default: 3 }, query: { type: "string" } },
      },
    }));
    send({ id, result: { tools: entries } });
  },
  "logging/setLevel": (id, { level }) => {
    levels.push(level);
    send({ id, result: {} });
  },
  "prompts/list": (id) => {
    const given = [
      { name: "dayName", required: true },
      { name: "in", description: "Where" },
    ];
    send({ id, result: { prompts: [{ name: "plan-day", title: "Plan", arguments: given }] } });
  },
  "prompts/get": (id, { arguments: given }) =>
    given.dayName === "never"
      ? send({ id, error: { code: -32_050, message: "there is no such day" } })
      : send({
          id,
          result: {
            description: `A plan for ${given.dayName}`,
            messages: [{ role: "user", content: { type: "text", text: JSON.stringify(given) } }],
            _meta: { "example.com/plan": 7 },
          },
        }),
  "resources/list": (id) =>
    send({ id, result: { resources: [{ uri: "by-hand:a", name: "a", mimeType: "text/plain" }] } }),
  "resources/read": (id, { uri }) => {
    if (uri === "by-hand:dies") dieWithKey();
    else if (uri === "by-hand:a") {
      const contents = [{ uri, mimeType: "text/plain", text: "what is in it" }];
      send({ id, result: { contents, _meta: { "example.com/read": 1 } } });
    } else send({ id, error: { code: -32_002, message: "Resource not found", data: { uri } } });
  },
  "tools/call": (id, params) => tools[params.name](id, params),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === "notifications/cancelled") heard.push("cancelled");
  else if (method === undefined) replies.get(id)?.(result);
  else if (id === undefined) return;
  else if (methods[method] === undefined) send({ id, error: { code: -32_601, message: "Method not found" } });
  else methods[method](id, params ?? {});
});
