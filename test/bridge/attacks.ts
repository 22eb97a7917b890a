import { type Got, post, type Sent } from "./post.ts";

/** A bridge and what it has: a tool that takes any object, so that nothing but the attack can be refused. */
export interface Target {
  readonly port: number;
  readonly token: string;
  /** The token of another bridge that runs. */
  readonly foreignToken: string;
  readonly server: string;
  readonly tool: string;
}

export interface Attack {
  readonly name: string;
  readonly send: (target: Target) => Omit<Sent, "port">;
  readonly status: number;
  /** The JSON-RPC error's code; absent: no JSON-RPC error is asked for. */
  readonly code?: number;
  readonly id?: unknown;
}

const request = { jsonrpc: "2.0", id: 7, method: "listServers" };
const listing = JSON.stringify(request);
const flipped = (token: string) => `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;

/** Without the right token. */
const strangers: readonly Attack[] = [
  { name: "GET, by any client", send: () => ({ method: "GET" }), status: 405, code: -32600 },
  { name: "OPTIONS, as a browser asks first", send: () => ({ method: "OPTIONS" }), status: 405, code: -32600 },
  { name: "no token", send: () => ({ body: request }), status: 401 },
  { name: "an empty token", send: () => ({ token: "", body: request }), status: 401 },
  { name: "a wrong token", send: () => ({ token: "0".repeat(64), body: request }), status: 401 },
  {
    name: "a token with one wrong digit",
    send: ({ token }) => ({ token: flipped(token), body: request }),
    status: 401,
  },
  { name: "a part of the token", send: ({ token }) => ({ token: token.slice(0, 63), body: request }), status: 401 },
  {
    name: "the token of another bridge",
    send: ({ foreignToken }) => ({ token: foreignToken, body: request }),
    status: 401,
  },
  { name: "the token in the address", send: ({ token }) => ({ path: `/?token=${token}`, body: request }), status: 401 },
  { name: "20 MB without a token", send: () => ({ body: "x".repeat(20_000_000) }), status: 401 },
];

/** With the token, from where no client should come. */
const places: readonly Attack[] = [
  ["evil.example", 421],
  ["127.0.0.1.evil.example:80", 421],
  ["localhost@evil.example", 421],
].map(([host = "", status]) => ({
  name: `the host ${host}`,
  send: ({ token }: Target) => ({ token, headers: { host: String(host) }, body: request }),
  status: Number(status),
}));

const origins: readonly Attack[] = ["https://evil.example", "null", "http://127.0.0.1.evil.example"].map((origin) => ({
  name: `a page of ${origin}`,
  send: ({ token }) => ({ token, headers: { origin }, body: request }),
  status: 403,
}));

const bodies: readonly Attack[] = [
  ["20 MB", () => ({ body: "x".repeat(20_000_000) }), 413, -32600, null],
  ["20 MB in chunks", () => ({ chunks: Array.from({ length: 20 }, () => "x".repeat(1_000_000)) }), 413, -32600, null],
  ["one character too many", () => ({ body: listing.padEnd(1_048_577) }), 413, -32600, null],
  ["as many characters as may be", () => ({ body: listing.padEnd(1_048_576) }), 200, undefined, 7],
  ["no JSON", () => ({ body: '{"jsonrpc":' }), 200, -32700, null],
  ["nothing", () => ({ body: "" }), 200, -32700, null],
  ["bytes that are not UTF-8", () => ({ body: '"\uD800"' }), 200, -32600, null],
  ["null", () => ({ body: "null" }), 200, -32600, null],
  ["a number", () => ({ body: "5" }), 200, -32600, null],
  ["a text", () => ({ body: '"listServers"' }), 200, -32600, null],
  ["a batch", () => ({ body: [request, request] }), 200, -32600, null],
  ["an empty batch", () => ({ body: [] }), 200, -32600, null],
  ["another version of JSON-RPC", () => ({ body: { ...request, jsonrpc: "1.0" } }), 200, -32600, 7],
  ["no method", () => ({ body: { jsonrpc: "2.0", id: 7 } }), 200, -32600, 7],
  ["a method that is not a text", () => ({ body: { ...request, method: { a: 1 } } }), 200, -32600, 7],
  ["an id that is an object", () => ({ body: { ...request, id: {} } }), 200, -32600, null],
  ["no id", () => ({ body: { jsonrpc: "2.0", method: "listServers" } }), 200, undefined, null],
  [
    "nested ten thousand deep",
    () => ({
      body: `{"jsonrpc":"2.0","id":7,"method":"listServers","params":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
    }),
    200,
    -32600,
    7,
  ],
].map((row) => {
  // Rows of one form; the compiler sees a list of all their members.
  const [name, send, status, code, id] = row as [string, () => Omit<Sent, "port">, number, number | undefined, unknown];
  return {
    name,
    send: ({ token }: Target) => ({ token, ...send() }),
    status,
    id,
    ...(code === undefined ? {} : { code }),
  };
});

const calls: readonly Attack[] = (
  [
    ["an unknown method", "noSuchMethod", {}, -32601],
    ["a method that every object has", "constructor", {}, -32601],
    ["a method named __proto__", "__proto__", {}, -32601],
    ["params that are null", "listTools", null, -32602],
    ["params that are a list", "listTools", ["server"], -32602],
    ["no server", "listTools", {}, -32602],
    ["an empty server", "listTools", { server: "" }, -32602],
    ["a server that is not a text", "listTools", { server: { toString: "x" } }, -32602],
    ["a server named __proto__", "listTools", { server: "__proto__" }, -32602],
    ["a server that is a path", "listTools", { server: "../../etc/passwd" }, -32602],
    ["a server of inherited params", "listTools", JSON.parse('{"__proto__": {"server": "SERVER"}}'), -32602],
    ["an unknown tool", "callTool", { server: "SERVER", tool: "no_such_tool" }, -32602],
    ["a tool named constructor", "callTool", { server: "SERVER", tool: "constructor" }, -32602],
    ["a tool with its server in its name", "callTool", { server: "SERVER", tool: "SERVER/TOOL" }, -32602],
    ["arguments that are a list", "callTool", { server: "SERVER", tool: "TOOL", arguments: [1, 2] }, -32602],
    ["arguments that are null", "callTool", { server: "SERVER", tool: "TOOL", arguments: null }, -32602],
    ["arguments that are a text", "callTool", { server: "SERVER", tool: "TOOL", arguments: "{}" }, -32602],
  ] satisfies readonly (readonly [string, string, unknown, number])[]
).map(([name, method, params, code]) => ({
  name,
  send: ({ token, server, tool }) => ({
    token,
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params })
      .replaceAll("SERVER", server)
      .replaceAll("TOOL", tool),
  }),
  status: 200,
  code,
  id: 7,
}));

/** Paths mean nothing. */
const paths: readonly Attack[] = ["/../../etc/passwd", "//evil.example/", "/%2e%2e/%00", "/?token=x", "*"].map(
  (path) => ({
    name: `the path ${path}`,
    send: ({ token }) => ({ token, path, body: request }),
    status: 200,
    id: 7,
  }),
);

export const attacks: readonly Attack[] = [...strangers, ...places, ...origins, ...bodies, ...calls, ...paths];

/** @returns what is wrong with the answer, in words; undefined: it is what it should be */
export async function outcome(attack: Attack, target: Target): Promise<string | undefined> {
  const got = await post({ port: target.port, ...attack.send(target) });
  const wrong = issueOf(attack, got);
  if (wrong !== undefined) return `${attack.name}: ${wrong}`;
  const leaks = [target.token, "    at ", "node:internal", "/src/"].filter((secret) => got.text.includes(secret));
  return leaks.length === 0 ? undefined : `${attack.name}: the answer holds ${JSON.stringify(leaks)}`;
}

function issueOf({ status, code, id }: Attack, got: Got): string | undefined {
  if (got.status !== status) return `HTTP ${got.status}`;
  if (status === 401) return got.text === '{"error":"Unauthorized"}' ? undefined : got.text;
  // Judged member by member, whatever it is.
  const answer = (got.body ?? {}) as { readonly error?: { readonly code?: unknown }; readonly id?: unknown };
  if (status === 403 || status === 421) return typeof answer.error === "string" ? undefined : got.text;
  if (answer.error?.code !== code) return got.text.slice(0, 200);
  return id === undefined || answer.id === id ? undefined : `the id is ${JSON.stringify(answer.id)}`;
}
