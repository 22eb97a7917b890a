import { call, message, request } from "../messages.mjs";

// Arguments that break the tool's own input schema, and ids that must come back as they are.

const schema = "MCP, server/tools: servers MUST validate all tool inputs (an error of the tool, or -32602)";
const valid = "JSON Schema 2020-12: the arguments are valid";
const same = "JSON-RPC 5: the answer has the id of the request, of the same type";

const refused = ([name, text, why = schema]) => ({
  group: "arguments",
  name,
  why,
  sends: [text],
  wants: [[1, "tool error", -32602]],
});
const served = ([name, text, expected, why = valid]) => ({
  group: "arguments",
  name,
  why,
  sends: [text],
  wants: [[1, { text: expected }]],
});
const raw = (given) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"double","arguments":${given}}}`;
const deep = `${'{"a":'.repeat(500)}1${"}".repeat(500)}`;
const owl = "🦉";

export const badArguments = [
  ["no arguments", request("tools/call", { name: "echo" })],
  ["a required one is missing", call("echo", {})],
  ["a number for a text", call("echo", { text: 5 })],
  ["null for a text", call("echo", { text: null })],
  ["a list for a text", call("echo", { text: ["x"] })],
  ["an object for a text", call("echo", { text: { length: 1 } })],
  ["a text that is too long", call("echo", { text: "x".repeat(81) })],
  ["81 characters outside the first plane", call("echo", { text: owl.repeat(81) })],
  ["a text of a megabyte", call("echo", { text: "x".repeat(1_000_000) })],
  ["the text behind __proto__", call("echo", {}).replace("{}", '{"__proto__":{"text":"x"}}')],
  ["the text behind constructor", call("echo", { constructor: { prototype: { text: "x" } } })],
  ["a fraction for a whole number", raw('{"a":1.5}')],
  ["a number below the least", raw('{"a":-1}')],
  ["a number above the greatest", raw('{"a":101}')],
  ["a number beyond all numbers", raw('{"a":1e999}')],
  ["a number beyond 2^53", raw('{"a":9007199254740993}')],
  ["true for a number", raw('{"a":true}')],
  ["500 objects, one in the other", raw(`{"a":${deep}}`)],
  ["a list of 100,000 for a number", raw(`{"a":[${"1,".repeat(99_999)}1]}`)],
].map(refused);

export const oddArguments = [
  ["80 characters outside the first plane", call("echo", { text: owl.repeat(80) }), owl.repeat(80)],
  ["a line feed and U+2028", call("echo", { text: "a\n\u2028b" }), "a\n\u2028b"],
  ["codes of a terminal", call("echo", { text: "a\u001b[2Jb" }), "a\u001b[2Jb"],
  ["a NUL in a text", call("echo", { text: "a\u0000b" }), "a\u0000b"],
  ["half of a pair of surrogates", call("echo", { text: "a\ud800b" }), "a\ud800b"],
  ["a whole number as 1e2", raw('{"a":1e2}'), "twice is 200"],
  ["a whole number as 5.0", raw('{"a":5.0}'), "twice is 10"],
  ["minus zero", raw('{"a":-0}'), "twice is 0"],
  ["white space around everything", `  ${raw('{ "a" :\t21 }')}  `, "twice is 42"],
].map(served);

const big = "x".repeat(10_000);
export const ids = [
  ["an empty text", ""],
  ["a zero", 0],
  ["a negative number", -7],
  ["2^53 - 1", 9007199254740991],
  ["a number as a text", "17"],
  ["__proto__", "__proto__"],
  ["characters of several planes", "ü\u2028🦉"],
  ["10,000 characters", big],
].map(([name, id]) => ({
  group: "ids",
  name: `an id that is ${name}`,
  why: same,
  sends: [message({ id, method: "ping" })],
  wants: [[id, "result"]],
}));
