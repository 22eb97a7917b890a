import { message } from "../messages.mjs";

// JSON-RPC 2.0, 4 and 5.1: JSON that is not a request object is -32600, with its id where that can be read.

const shape = "JSON-RPC 4: a request is an object with jsonrpc 2.0 and a method";
const ids = "MCP, basic: an id is a string or an integer, never null";
const batches = "MCP since 2025-06-18: there are no batches";
const both = "JSON-RPC 4 and 5: a message is a request or a response, not both";
const exact = "JSON-RPC 5: the answer has the id of the request, and this one looks like its neighbours";

const refused = ([name, text, id, why]) => ({
  group: "no request",
  name,
  why,
  sends: [text],
  wants: [[id === null ? null : [id, null], -32600]],
});

export const notRequests = [
  ["a number", "5", null, shape],
  ["null", "null", null, shape],
  ["true", "true", null, shape],
  ["a text", '"ping"', null, shape],
  ["an empty text", '""', null, shape],
  ["an empty object", "{}", null, shape],
  ["no jsonrpc", '{"id":1,"method":"ping"}', 1, shape],
  ["jsonrpc 1.0", '{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, shape],
  ["jsonrpc as a number", '{"jsonrpc":2.0,"id":1,"method":"ping"}', 1, shape],
  ["jsonrpc with a blank", '{"jsonrpc":"2.0 ","id":1,"method":"ping"}', 1, shape],
  ["JSONRPC in capitals", '{"JSONRPC":"2.0","id":1,"method":"ping"}', 1, shape],
  ["no method", message({ id: 1 }), 1, shape],
  ["a method that is a number", message({ id: 1, method: 5 }), 1, shape],
  ["a method that is null", message({ id: 1, method: null }), 1, shape],
  ["a method that is an object", message({ id: 1, method: {} }), 1, shape],
  ["a method that is a list", message({ id: 1, method: ["ping"] }), 1, shape],
  ["all of it behind __proto__", '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"ping"}}', null, shape],
  ["an id that is null", message({ id: null, method: "ping" }), null, ids],
  ["an id that is an object", message({ id: {}, method: "ping" }), null, ids],
  ["an id that is a list", message({ id: [1], method: "ping" }), null, ids],
  ["an id that is true", message({ id: true, method: "ping" }), null, ids],
  ["an id with a fraction", message({ id: 1.5, method: "ping" }), null, ids],
  ["an id of 2^53 + 1", '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', null, exact],
  ["an id beyond all numbers", '{"jsonrpc":"2.0","id":1e400,"method":"ping"}', null, exact],
  ["an empty batch", "[]", null, "JSON-RPC 6: an empty list is an invalid request"],
  ["a batch of one", `[${message({ id: 1, method: "ping" })}]`, null, batches],
  ["a batch of a number", "[5]", null, batches],
  ["a batch in a batch", "[[]]", null, batches],
  ["a result beside the method", message({ id: 1, method: "ping", result: {} }), 1, both],
  ["an error beside the method", message({ id: 1, method: "ping", error: { code: 1, message: "x" } }), 1, both],
].map(refused);
