import { message } from "../messages.mjs";

// JSON-RPC 2.0, 5.1: "Parse error: Invalid JSON was received by the server", -32700, "if there was an error in detecting the id […] it
// MUST be null". MCP: messages MUST be UTF-8. Over HTTP the input can't be accepted, so the status is an error of the client.

const why = "JSON-RPC 5.1: what is not JSON is a parse error";
const utf8 = "MCP, transports: messages are UTF-8";
const ping = message({ id: 1, method: "ping" });

export const notJson = [
  ["a brace that stays open", "{oops"],
  ["a request that is cut off", ping.slice(0, -1)],
  ["a second message in the same text", `${ping} ${ping}`],
  ["single quotes", ping.replaceAll('"', "'")],
  ["NaN", `{"jsonrpc":"2.0","id":NaN,"method":"ping"}`],
  ["a comma at the end", ping.replace("}", ",}")],
  ["an escape that does not exist", `{"jsonrpc":"2.0","id":1,"method":"\\x70ing"}`],
  ["a comment", `${ping} // hello`],
  ["a name of Python", `{"jsonrpc":"2.0","id":None,"method":"ping"}`],
  ["a NUL in front", `\u0000${ping}`],
  ["an id with a leading zero", ping.replace('"id":1', '"id":01')],
  ["a tab inside a text", ping.replace("ping", "pi\tng")],
  ["keys without quotes", `{jsonrpc:"2.0",id:1,method:"ping"}`],
  ["half a literal", "nul"],
  ["100,000 open brackets", "[".repeat(100_000)],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), utf8],
  [
    "a character that is cut off",
    Buffer.concat([Buffer.from(ping.slice(0, -7)), Buffer.from([0xc3]), Buffer.from('"}')]),
    utf8,
  ],
  ["an overlong encoding", Buffer.from([0x22, 0xc0, 0xaf, 0x22]), utf8],
  // Without the bytes of its line feed, which are not a line feed of UTF-8.
  ["UTF-16", Buffer.from(ping, "utf16le"), utf8],
].map(([name, text, because = why]) => ({
  group: "not JSON",
  name,
  why: because,
  sends: [text],
  wants: [[null, -32700]],
}));
