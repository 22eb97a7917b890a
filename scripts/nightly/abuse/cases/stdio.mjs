import { call, greeting, message, notification, request } from "../messages.mjs";

// What only stdio has: lines, the beginning and the end of a connection, requests that are under way together.

const lines = "MCP, transports, stdio: messages are delimited by line feeds";
const first = "MCP, lifecycle: the handshake";
const end = "MCP, lifecycle, shutdown: a server ends when its input is closed";
const each = "JSON-RPC 5: each request has its own answer";
const cancelled = "MCP, utilities/cancellation: a request that is cancelled is not answered, or it had been already";
const ping = message({ id: 1, method: "ping" });
const pong = [1, "result"];

const initialize = (members) => request("initialize", { ...greeting, ...members });

const handshakes = [
  ["a ping before the handshake", [ping], [pong], "MCP, lifecycle: pings are allowed before"],
  ["a list before the handshake", [request("tools/list", {})], [[1, "any"]]],
  ["a handshake without params", [request("initialize")], [[1, -32602]]],
  ["a handshake without a revision", [initialize({ protocolVersion: undefined })], [[1, -32602]]],
  ["a revision that is a number", [initialize({ protocolVersion: 5 })], [[1, -32602]]],
  ["capabilities that are a list", [initialize({ capabilities: [] })], [[1, -32602]]],
  ["a client without a name", [initialize({ clientInfo: {} })], [[1, -32602]]],
  [
    "a revision that does not exist",
    [initialize({ protocolVersion: "1999-01-01" })],
    [[1, "result"]],
    "MCP, lifecycle, version negotiation: the answer names a revision that the server has",
  ],
  ["a revision of 100,000 characters", [initialize({ protocolVersion: "9".repeat(100_000) })], [[1, "any"]]],
  [
    "a handshake as a notification",
    [notification("initialize", greeting)],
    [],
    "JSON-RPC 4.1: a notification is never answered",
  ],
].map(([name, sends, wants, why = first]) => ({ group: "handshake", name, why, sends, wants, fresh: true }));

const framing = [
  ["empty lines", ["", " ", "\t", ping], [pong]],
  ["CR before the line feed", [`${ping}\r`], [pong]],
  ["a byte order mark", [`\ufeff${ping}`], [[[1, null], "any"]], "RFC 8259, 8.1: parsers may ignore it"],
  ["two messages in one write", [`${ping}\n${message({ id: 2, method: "ping" })}`], [pong, [2, "result"]]],
  [
    "a message byte by byte, through its characters",
    [{ bytes: Buffer.from(call("echo", { text: "öü🦉" })) }],
    [[1, { text: "öü🦉" }]],
  ],
  ["a good message behind a bad one", ["{oops", ping], [[null, -32700], pong], each],
  [
    "a line of 17 MB",
    [call("echo", { text: "x".repeat(17_000_000) })],
    [[[1, null], "refusal"]],
    "MCP, server/tools: a text of 17 MB is longer than the 80 characters of the schema",
  ],
  ["a line of 17 MB of blanks", [" ".repeat(17_000_000), ping], [pong], lines, true],
  ["200 requests at once", [many(200)], Array.from({ length: 200 }, (_, index) => [index, "result"]), each],
  [
    "the ids 1 and “1” under way together",
    [call("double", { a: 1 }), call("double", { a: 2 }, "1")],
    [
      [1, { text: "twice is 2" }],
      ["1", { text: "twice is 4" }],
    ],
    each,
  ],
  ["a call that is cancelled", [call("wait", { ms: 3000 }), cancel(1)], [], cancelled],
  [
    "a call that is cancelled three times",
    [call("wait", { ms: 3000 }), cancel(1), cancel(1), cancel(1)],
    [],
    cancelled,
  ],
  [
    "one of two calls that is cancelled",
    [call("wait", { ms: 3000 }), call("wait", { ms: 300 }, 2), cancel(1)],
    [[2, { text: "waited" }]],
    cancelled,
  ],
].map(([name, sends, wants, why = lines, mayRefuse = false]) => ({
  group: "lines",
  name,
  why,
  sends,
  wants,
  // What is not a message may be answered as that.
  ...(mayRefuse ? { unnamed: [-32600, -32700] } : {}),
}));

const ends = [
  ["the end after a request", [ping], [pong]],
  ["the end inside a message", [{ bytes: Buffer.from(ping.slice(0, 20)) }], []],
  ["the end of nothing at all", [], []],
  ["the end while a call is under way", [call("wait", { ms: 300 })], "up to one"],
].map(([name, sends, wants]) => ({ group: "end", name, why: end, sends, wants, unnamed: [-32700], ends: true }));

export const stdioOnly = [...handshakes, ...framing, ...ends].map((one) => ({ ...one, transports: ["stdio"] }));

function many(count) {
  return Array.from({ length: count }, (_, id) => message({ id, method: "ping" })).join("\n");
}

function cancel(requestId) {
  return notification("notifications/cancelled", { requestId, reason: "too slow" });
}
