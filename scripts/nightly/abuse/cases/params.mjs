import { call, request } from "../messages.mjs";

// Params that lead nowhere: -32602, with the id of the request.

const objects = "MCP, schema: params are an object";
const tools = "MCP, server/tools: the params of a call are a name and an object of arguments";
const unknown = "MCP, server/tools, error handling: an unknown tool is -32602";
const meta = "MCP, schema: _meta is an object, and a progress token a string or an integer";
const cursors = "MCP, utilities/pagination: an invalid cursor is -32602";

const invalid = ([name, text, why, more = []]) => ({
  group: "params",
  name,
  why,
  sends: [text],
  wants: [[1, -32602, ...more]],
});
// JSON-RPC 4.2 makes params that are not a structure a matter of the request, so that code is right, too.
const whole = ([name, value]) => invalid([name, request("tools/list", value), objects, [-32600]]);

export const params = [
  ...[
    ["params that are null", null],
    ["params that are a list", []],
    ["params that are a number", 5],
    ["params that are a text", "x"],
    ["params that are false", false],
  ].map(whole),
  ...[
    ["a call without params", request("tools/call"), tools],
    ["a call without a name", request("tools/call", {}), tools],
    ["a name that is a number", call(5, {}), tools],
    ["a name that is null", call(null, {}), tools],
    ["a name that is a list", call(["echo"], {}), tools],
    ["a name that is an object", call({ toString: "echo" }, {}), tools],
    ["arguments that are a text", call("echo", "text"), tools],
    ["arguments that are a list", call("echo", ["text"]), tools],
    ["arguments that are a number", call("echo", 5), tools],
    ["arguments that are null", call("echo", null), tools],
    ["arguments that are true", call("echo", true), tools],
    ["an empty name", call("", {}), unknown],
    ["a tool that does not exist", call("no_such_tool", {}), unknown],
    ["a tool in capitals", call("ECHO", { text: "x" }), unknown],
    ["a tool with a blank behind it", call("echo ", { text: "x" }), unknown],
    ["a tool with a NUL behind it", call("echo\u0000", { text: "x" }), unknown],
    ["a tool in another folder", call("../echo", { text: "x" }), unknown],
    ["the tool __proto__", call("__proto__", {}), unknown],
    ["the tool constructor", call("constructor", {}), unknown],
    ["the tool toString", call("toString", {}), unknown],
    ["the tool hasOwnProperty", call("hasOwnProperty", {}), unknown],
    ["a tool with codes of a terminal", call("\u001b[2J\u001b]0;x\u0007", {}), unknown],
    ["a name of 100,000 characters", call("x".repeat(100_000), {}), unknown],
    ["_meta that is a number", request("tools/call", { name: "echo", arguments: { text: "x" }, _meta: 5 }), meta],
    ["_meta that is a list", request("tools/list", { _meta: [] }), meta],
    ["a progress token that is an object", withToken({}), meta],
    ["a progress token that is a list", withToken([]), meta],
    ["a progress token with a fraction", withToken(1.5), meta],
    ["a progress token that is true", withToken(true), meta],
    ["a cursor that is a number", request("tools/list", { cursor: 5 }), cursors],
    ["a cursor that is an object", request("tools/list", { cursor: {} }), cursors],
    ["a cursor that was never given", request("tools/list", { cursor: "../../etc/passwd" }), cursors],
  ].map(invalid),
];

function withToken(progressToken) {
  return request("tools/call", { name: "echo", arguments: { text: "x" }, _meta: { progressToken } });
}
