import { call, notification, request } from "../messages.mjs";

// Methods that the server does not have: -32601. Of notifications and responses nothing is said.

const absent = "JSON-RPC 5.1: a method that does not exist is -32601";
const client = "MCP, architecture: this is asked of clients";
const offered = "MCP, lifecycle: a feature that was not announced is not there";
const never = "JSON-RPC 4.1: a notification is never answered";
const responses = "JSON-RPC 5: a response is never answered";

const missing = ([name, method, why = absent, params = {}]) => ({
  group: "methods",
  name,
  why,
  sends: [request(method, params)],
  wants: [[1, -32601]],
});

export const methods = [
  ["a method that does not exist", "no/such"],
  ["an empty method", ""],
  ["a method in capitals", "Tools/List"],
  ["a method with a blank behind it", "tools/list "],
  ["a method with a NUL behind it", "tools/list\u0000"],
  ["a path behind the method", "tools/call/echo"],
  ["the method __proto__", "__proto__"],
  ["the method constructor", "constructor"],
  ["the method toString", "toString"],
  ["a reserved method", "rpc.discover"],
  ["a notification as a request", "notifications/initialized"],
  ["sampling asked of the server", "sampling/createMessage", client, { messages: [], maxTokens: 1 }],
  [
    "a question to the user asked of the server",
    "elicitation/create",
    client,
    { message: "Name?", requestedSchema: {} },
  ],
  ["the roots asked of the server", "roots/list", client],
  ["a method of 100,000 characters", "x".repeat(100_000)],
  ["a prompt of a server without prompts", "prompts/get", offered, { name: "x" }],
].map(missing);

const silent = ([name, text, why, status]) => ({
  group: "unanswered",
  name,
  why,
  sends: [text],
  wants: [],
  ...(status === undefined ? {} : { status }),
});
const taken = [202];

export const unanswered = [
  ["a notification that is not known", notification("notifications/nothing"), never, taken],
  ["a request without an id", notification("tools/list"), never],
  ["a call without an id", JSON.stringify({ ...JSON.parse(call("echo", { text: "x" })), id: undefined }), never],
  ["a notification with params that are a number", notification("notifications/initialized", 5), never],
  ["a second notifications/initialized", notification("notifications/initialized"), never, taken],
  [
    "cancelled, of a request that is not there",
    notification("notifications/cancelled", { requestId: 4711 }),
    never,
    taken,
  ],
  ["cancelled, without an id", notification("notifications/cancelled", {}), never],
  ["cancelled, of an object", notification("notifications/cancelled", { requestId: {} }), never],
  ["cancelled, of __proto__", notification("notifications/cancelled", { requestId: "__proto__" }), never, taken],
  [
    "progress of a token that is not there",
    notification("notifications/progress", { progressToken: 9, progress: 1 }),
    never,
    taken,
  ],
  ["progress that is a text", notification("notifications/progress", { progressToken: 9, progress: "much" }), never],
  ["a response to nothing", '{"jsonrpc":"2.0","id":4711,"result":{}}', responses],
  ["an error to nothing", '{"jsonrpc":"2.0","id":4711,"error":{"code":1,"message":"x"}}', responses],
  ["a response without an id", '{"jsonrpc":"2.0","result":{}}', responses],
  ["a result that is a number", '{"jsonrpc":"2.0","id":1,"result":5}', responses],
  ["an error that is a text", '{"jsonrpc":"2.0","id":1,"error":"no"}', responses],
  ["an error with the id null", '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}', responses],
].map(silent);
