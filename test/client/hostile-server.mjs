// An MCP server over stdio, by hand, that does what servers do at their worst. The first word says how it begins, the name
// of the tool what it does when it is called.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [mode = "legacy"] = process.argv.slice(2);
const modern = mode === "modern";
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const answer = (id, result) => send({ id, result: modern ? { resultType: "complete", ...result } : result });
const text = (words) => ({ content: [{ type: "text", text: words }] });

if (process.argv[4] !== undefined) appendFileSync(process.argv[4], "started\n");
if (mode === "ends-at-once") {
  process.stderr.write(`no licence for ${process.env.API_KEY} in ${process.argv[3]}\n`);
  process.exit(3);
}
if (mode === "stubborn") {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  setInterval(() => undefined, 1000);
}
if (mode === "lingers") {
  let endedAt = 0;
  process.stdin.on("end", () => {
    endedAt = performance.now();
  });
  process.on("SIGTERM", () => {
    appendFileSync(process.argv[4], `SIGTERM after ${Math.round(performance.now() - endedAt)} ms\n`);
    process.exit();
  });
  setInterval(() => undefined, 1000);
}
if (mode === "floods") {
  process.stderr.write("x".repeat(3_000_000));
  process.stdout.write("Welcome to the server!\n{}\n[1]\n\n");
}

const waiting = new Map();

const calls = {
  echo: (id, { arguments: given, _meta }) => answer(id, { ...text(JSON.stringify(given)), seen: _meta ?? null }),
  whole: (id) =>
    answer(id, {
      content: [
        { type: "text", text: "a", unknown: { deep: [1] } },
        ...(modern ? [] : [{ type: "hologram", data: "z" }]),
      ],
      structuredContent: { ok: true },
      extra: { kept: true },
      _meta: { "x/y": 1 },
    }),
  "wrong-structure": (id) => answer(id, { ...text("no number"), structuredContent: { count: "three" } }),
  null: (id) => send({ id, result: null }),
  "null-meta": (id) => answer(id, { ...text("fine"), _meta: null }),
  "old-version": (id) => send({ jsonrpc: "1.0", id, result: text("fine"), error: null }),
  "no-message": (id) => send({ id, error: { code: 5 } }),
  error: (id) => send({ id, error: { code: -32_000, message: `no, ${process.env.API_KEY}`, data: { why: 1 } } }),
  twice: (id) => {
    answer(id, text("first"));
    answer(id, text("second"));
  },
  big: (id) => answer(id, text("b".repeat(10_000_000))),
  dies: () => {
    process.stderr.write(`fatal: ${process.env.API_KEY} was wrong\n`);
    process.exit(9);
  },
  waits: (id) => waiting.set(id, "cancelled: none"),
  cancelled: (id) => answer(id, text([...waiting.values()].join(","))),
  progress: (id, { _meta }) => {
    const progressToken = _meta?.progressToken;
    for (const progress of [1, 2]) {
      send({
        method: "notifications/progress",
        params: { progressToken, progress, total: 2, message: `step ${progress}` },
      });
    }
    answer(id, text("done"));
  },
  child: (id) => {
    // A helper that ignores everything but the end of its group.
    const stay = "for (const s of ['SIGTERM','SIGINT','SIGHUP']) process.on(s, () => {}); setInterval(() => {}, 1000)";
    const child = spawn(process.execPath, ["-e", stay], { stdio: "inherit" });
    answer(id, text(String(child.pid)));
  },
  // A helper in a session of its own, which the end of the group does not reach.
  stray: (id) => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
    child.unref();
    answer(id, text(String(child.pid)));
  },
  asks: (id, params) => {
    const question = {
      message: "Which?",
      requestedSchema: { type: "object", properties: { which: { type: "string" } } },
    };
    if (!modern) {
      send({ id: `q${id}`, method: "elicitation/create", params: question });
      waiting.set(`q${id}`, (reply) => answer(id, text(JSON.stringify(reply))));
      return;
    }
    if (params.inputResponses !== undefined) {
      answer(id, text(JSON.stringify([params.inputResponses, params.requestState, params._meta])));
      return;
    }
    const inputRequests = { which: { method: "elicitation/create", params: question } };
    send({ id, result: { resultType: "input_required", inputRequests, requestState: "s1" } });
  },
  busy: (id, { requestState }) => {
    if (requestState === "later") answer(id, text("at last"));
    else send({ id, result: { resultType: "input_required", requestState: "later" } });
  },
  "asks-model": (id) => {
    const inputRequests = { m: { method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } } };
    send({ id, result: { resultType: "input_required", inputRequests } });
  },
  pid: (id) => answer(id, text(String(process.pid))),
};

const capabilities = { tools: {}, resources: {} };
const methods = {
  initialize: (id, { protocolVersion }) =>
    answer(id, {
      protocolVersion,
      capabilities,
      serverInfo: { name: "hostile", version: "1" },
      instructions: "Beware.",
    }),
  "server/discover": (id) => {
    if (mode === "ends-at-discover") process.exit(1);
    if (!modern) return send({ id, error: { code: -32_601, message: "Method not found" } });
    const _meta = { "io.modelcontextprotocol/serverInfo": { name: "hostile", version: "2" } };
    answer(id, { supportedVersions: ["2026-07-28"], capabilities, ttlMs: 0, cacheScope: "private", _meta });
  },
  "tools/list": (id, { cursor } = {}) => {
    if (mode === "dies-at-list") return calls.dies();
    const page = Number(cursor ?? 0);
    const tool = {
      name: `tool_${page}`,
      inputSchema: { type: "object" },
      outputSchema: { type: "object" },
      odd: [page],
    };
    const more = mode === "endless" || page < 2 ? { nextCursor: String(page + 1) } : {};
    answer(id, { tools: [tool], ttlMs: 0, cacheScope: "private", ...more, ...(page === 1 ? { _meta: null } : {}) });
  },
  "resources/list": (id) =>
    answer(id, { resources: [{ uri: "a:b", name: "a", odd: 1 }], ttlMs: 0, cacheScope: "private" }),
  "resources/templates/list": (id) => send({ id, error: { code: -32_601, message: "Method not found" } }),
  "resources/read": (id, { uri }) =>
    answer(id, { contents: [{ uri, text: "t", odd: 1 }], ttlMs: 0, cacheScope: "private" }),
  "tools/call": (id, params) => calls[params.name](id, params),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  if (mode === "silent") return;
  const { id, method, params, result } = JSON.parse(line);
  if (method === "notifications/cancelled") waiting.set(params.requestId, `cancelled: ${params.reason}`);
  if (method === undefined) waiting.get(id)?.(result);
  else if (id !== undefined) methods[method]?.(id, params);
});
