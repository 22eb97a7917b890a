// Broken requests of many kinds, and what each has to be answered with.
// @see JSON-RPC 2.0, section 5.1, and MCP: a tool's bad arguments are a result, everything else is an error.

const longLine = Buffer.alloc(17 * 1024 * 1024, 0x20);

/**
 * `[weight, kind, make(id, params, random) → {text, wanted}]`: without an `id` in what is wanted, the answer has none either.
 * `params` puts together the params of a sound call.
 */
export const malformed = [
  [3, "no JSON", (id) => unnamed(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},`, -32700)],
  [2, "words", () => unnamed("hello there", -32700)],
  [2, "no UTF-8", () => unnamed(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), -32700)],
  [2, "a number", () => unnamed("7", -32600)],
  [2, "an empty batch", () => unnamed("[]", -32600)],
  [2, "an invalid id", () => unnamed(text({ id: { a: 1 }, method: "tools/list" }), -32600)],
  [2, "another version", (id) => named(id, JSON.stringify({ jsonrpc: "1.0", id, method: "ping" }), { code: -32600 })],
  [2, "no method", (id) => named(id, text({ id }), { code: -32600 })],
  [2, "params that are a list", (id) => named(id, text({ id, method: "tools/call", params: [1] }), { code: -32602 })],
  [2, "no name", (id, params) => named(id, call(id, params({})), { code: -32602 })],
  [2, "a name of 7", (id, params) => named(id, call(id, params({ name: 7 })), { code: -32602 })],
  [3, "an unknown tool", (id, params) => named(id, call(id, params({ name: "task_lst" })), { code: -32602 })],
  [
    2,
    "an unknown method",
    (id, params) => named(id, text({ id, method: "tools/nothing", params: params({}) }), { code: -32601 }),
  ],
  [
    2,
    "a progress token of []",
    (id) => named(id, call(id, { _meta: { progressToken: [] }, name: "task_list" }), { code: -32602 }),
  ],
  [4, "a text for a number", (id, params) => badArguments(id, params, { limit: "many" })],
  [3, "a number out of range", (id, params) => badArguments(id, params, { limit: 1_000_000 })],
  [2, "arguments that are a list", (id, params) => noArguments(id, params, [1, 2])],
  [2, "arguments that are null", (id, params) => noArguments(id, params, null)],
  [2, "a prototype", (id, params) => badPrototype(id, params)],
  [2, "deep arguments", (id, params) => deep(id, params)],
  [0.02, "an endless line", () => unnamed(longLine, -32600)],
];

function text(message) {
  return JSON.stringify({ jsonrpc: "2.0", ...message });
}

function call(id, params) {
  return text({ id, method: "tools/call", params });
}

function named(id, line, wanted) {
  return { id, line, wanted };
}

function unnamed(line, code) {
  return { line, wanted: { code } };
}

function badArguments(id, params, given) {
  return named(id, call(id, params({ name: "task_list", arguments: given })), { error: "INVALID_ARGUMENTS" });
}

/** What is not an object is a malformed request, not a tool's bad argument. */
function noArguments(id, params, given) {
  return named(id, call(id, params({ name: "task_list", arguments: given })), { code: -32602 });
}

/** `__proto__` as a key, which only parsing makes one. */
function badPrototype(id, params) {
  const line = call(id, params({ name: "task_list", arguments: { limit: "PLACE" } }));
  return named(id, line.replace('{"limit":"PLACE"}', '{"__proto__":{"limit":5},"limit":"x"}'), {
    error: "INVALID_ARGUMENTS",
  });
}

function deep(id, params) {
  const line = call(id, params({ name: "task_list", arguments: { query: "PLACE" } }));
  return named(id, line.replace('"PLACE"', `${"[".repeat(500)}${"]".repeat(500)}`), { error: "INVALID_ARGUMENTS" });
}
