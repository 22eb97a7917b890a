import type { Attack, Target } from "./attacks.ts";
import type { Sent } from "./post.ts";

// What else can be wrong in a header, a body, a name or a value: each with the answer that it must get.

const listing = { jsonrpc: "2.0", id: 7, method: "listServers" };
type Row = readonly [
  name: string,
  send: (target: Target) => Omit<Sent, "port">,
  status: number,
  code?: number | undefined,
  id?: unknown,
];

const attack = ([name, send, status, code, id]: Row): Attack => ({
  name,
  send,
  status,
  ...(code === undefined ? {} : { code }),
  ...(id === undefined ? {} : { id }),
});

/** What stands in place of the token. */
const authorizations: readonly Attack[] = (
  [
    ["the token alone", (token) => token],
    ["the token as a password", (token) => `Basic ${Buffer.from(`a:${token}`).toString("base64")}`],
    ["the token as a user", (token) => `Basic ${Buffer.from(`${token}:`).toString("base64")}`],
    ["the token in another scheme", (token) => `Token ${token}`],
    ["the token behind a scheme that begins like ours", (token) => `Bearers ${token}`],
    ["the token with a digit behind it", (token) => `Bearer ${token}0`],
    ["the token twice", (token) => `Bearer ${token}${token}`],
    ["two tokens with a comma", (token) => `Bearer wrong, Bearer ${token}`],
    ["the token behind another word", (token) => `Bearer x ${token}`],
    ["the token in quotes", (token) => `Bearer "${token}"`],
    ["the token backwards", (token) => `Bearer ${[...token].reverse().join("")}`],
    ["the end of the token", (token) => `Bearer ${token.slice(1)}`],
    ["a text that stands for any token", () => "Bearer *"],
    ["a word of JavaScript for the token", () => "Bearer undefined"],
    ["a token of 4,000 digits", () => `Bearer ${"0".repeat(4_000)}`],
    ["a scheme without a token", () => "Bearer"],
  ] satisfies readonly (readonly [string, (token: string) => string])[]
).map(([name, header]) =>
  attack([name, ({ token }) => ({ headers: { authorization: header(token) }, body: listing }), 401]),
);

/** The token in places where it does not count. */
const otherPlaces: readonly Attack[] = ["cookie", "proxy-authorization", "x-authorization", "x-api-key", "token"].map(
  (header) =>
    attack([
      `the token in ${header}`,
      ({ token }) => ({ headers: { [header]: `Bearer ${token}` }, body: listing }),
      401,
    ]),
);

const methods: readonly Attack[] = ["HEAD", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"].map((method) =>
  attack([
    `the verb ${method} with the token`,
    ({ token }) => ({ token, method }),
    405,
    method === "HEAD" ? undefined : -32600,
  ]),
);

const hosts: readonly Attack[] = [
  "0.0.0.0.evil.example",
  "localhost.evil.example",
  "evil.example:7179",
  "169.254.169.254",
  "10.0.0.1",
  "[fe80::1]",
  "127.0.0.1@evil.example",
  "evil.example#127.0.0.1",
  "xn--lcalhost-zwb",
].map((host) => attack([`the name ${host}`, ({ token }) => ({ token, headers: { host }, body: listing }), 421]));

const origins: readonly Attack[] = [
  "http://localhost.evil.example",
  "https://127.0.0.1.evil.example",
  "file://",
  "chrome-extension://abcdefghijklmnop",
  "http://169.254.169.254",
  "http://127.0.0.1@evil.example",
  "not an address",
].map((origin) => attack([`a page at ${origin}`, ({ token }) => ({ token, headers: { origin }, body: listing }), 403]));

const raw = (name: string, text: string, code: number | undefined, id: unknown = null): Attack =>
  attack([name, ({ token }) => ({ token, body: text }), 200, code, id]);
const request = (name: string, body: object, code: number | undefined, id: unknown = 7): Attack =>
  raw(name, JSON.stringify(body), code, id);

const bodies: readonly Attack[] = [
  raw("two requests in a row", `${JSON.stringify(listing)}${JSON.stringify(listing)}`, -32700),
  raw("JSON with a comment", `${JSON.stringify(listing)} // x`, -32700),
  raw("JSON with a comma at its end", '{"jsonrpc":"2.0","id":7,"method":"listServers",}', -32700),
  raw("JSON in single quotes", "{'jsonrpc':'2.0'}", -32700),
  raw("a name without quotes", '{jsonrpc:"2.0"}', -32700),
  raw("NaN", '{"jsonrpc":"2.0","id":NaN,"method":"listServers"}', -32700),
  raw("a control character in a text", '{"jsonrpc":"2.0","id":7,"method":"list\u0000Servers"}', -32700),
  raw("a form of a page", "jsonrpc=2.0&id=7&method=listServers", -32700),
  raw("XML", "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", -32700),
  raw("only spaces", " ".repeat(1_000), -32700),
  raw("true", "true", -32600),
  raw("an empty object", "{}", -32600),
  raw("a list in a list", "[[]]", -32600),
  raw(
    "objects nested ten thousand deep",
    `{"jsonrpc":"2.0","id":7,"method":"listServers","params":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`,
    -32600,
    7,
  ),
  raw("a version that is a number", '{"jsonrpc":2.0,"id":7,"method":"listServers"}', -32600, 7),
  raw(
    "a member given twice: the last counts",
    '{"jsonrpc":"2.0","id":7,"method":"callTool","method":"noSuchMethod"}',
    -32601,
    7,
  ),
  raw("a request inside __proto__", `{"__proto__":${JSON.stringify(listing)}}`, -32600),
  request("an id that is a list", { ...listing, id: [7] }, -32600, null),
  request("an id that is true", { ...listing, id: true }, -32600, null),
  request("a method that is empty", { ...listing, method: "" }, -32600),
  request("a method that is null", { ...listing, method: null }, -32600),
];

const unknownMethods: readonly Attack[] = [
  "toString",
  "hasOwnProperty",
  "prototype",
  "LISTSERVERS",
  " listServers",
  "listServers\n",
  "listServers\u0000",
  "l\u0456stServers",
  "tools/call",
  "rpc.discover",
  "../listServers",
].map((method) => request(`the method ${JSON.stringify(method)}`, { ...listing, method }, -32601));

const wrongServers: readonly unknown[] = [
  "constructor",
  "NOTES",
  "notes ",
  "notes\u0000",
  "n\u043etes",
  "notes/../notes",
  "/etc/passwd",
  "*",
  "\u202esseton",
  "x".repeat(100_000),
  7,
  true,
  ["notes"],
];

const servers: readonly Attack[] = wrongServers.map((server) =>
  request(
    `the server ${JSON.stringify(server).slice(0, 40)}`,
    { ...listing, method: "listTools", params: { server } },
    -32602,
  ),
);

const wrongTools: readonly unknown[] = [
  "__proto__",
  "ANYTHING",
  "anything ",
  "anything\u0000",
  "anyth\u0456ng",
  "../anything",
  "notes\\/anything",
  "*",
  "",
  null,
  { toString: "anything" },
];

const tools: readonly Attack[] = wrongTools.flatMap((tool) =>
  ["callTool", "describeTool"].map((method) =>
    attack([
      `${method} of ${JSON.stringify(tool)}`,
      ({ token, server }) => ({ token, body: { ...listing, method, params: { server, tool } } }),
      200,
      -32602,
      7,
    ]),
  ),
);

const wrongArguments: readonly unknown[] = [7, true, "", [], "null"];
const given: readonly Attack[] = wrongArguments.map((args) =>
  attack([
    `the arguments ${JSON.stringify(args)}`,
    ({ token, server, tool }) => ({
      token,
      body: { ...listing, method: "callTool", params: { server, tool, arguments: args } },
    }),
    200,
    -32602,
    7,
  ]),
);

export const furtherAttacks: readonly Attack[] = [
  ...authorizations,
  ...otherPlaces,
  ...methods,
  ...hosts,
  ...origins,
  ...bodies,
  ...unknownMethods,
  ...servers,
  ...tools,
  ...given,
];
