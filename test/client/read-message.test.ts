import { isJSONRPCErrorResponse, isJSONRPCResultResponse } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { malformedAnswer, readMessage } from "../../src/client/read-message.ts";

const fine = { content: [{ type: "text", text: "fine" }] };
const failed = { code: 5, message: "no" };

function messageOf(line: object): unknown {
  const read = readMessage(JSON.stringify(line));
  return read.kind === "message" ? read.message : read.kind;
}

// The SDK throws away what it does not know as an answer: who asked would wait until time is over.
test.each<[string, object]>([
  ["_meta of null", { result: { ...fine, _meta: null } }],
  ["_meta that is a text", { result: { ...fine, _meta: "x" } }],
  ["_meta that is a list", { result: { ...fine, _meta: [] } }],
  ["an error of null beside it", { result: fine, error: null }],
  ["a method of null beside it", { result: fine, method: null }],
  ["members that no answer has", { result: fine, took: 3 }],
])("a result with %s is read without it", (_, members) => {
  expect(messageOf({ jsonrpc: "2.0", id: 1, ...members })).toEqual({ jsonrpc: "2.0", id: 1, result: fine });
});

test("an error with members that no answer has is read without them", () => {
  const line = { jsonrpc: "2.0", id: 1, result: null, error: { ...failed, data: [1], took: 3 } };
  expect(messageOf(line)).toEqual({ jsonrpc: "2.0", id: 1, error: { ...failed, data: [1] } });
});

test.each<[string, object]>([
  ["without a version", { result: fine }],
  ["of version 1.0", { jsonrpc: "1.0", result: fine, error: null }],
  ["with an error, of version 1.0", { jsonrpc: "1.0", result: null, error: failed }],
  ["with neither", { jsonrpc: "2.0" }],
  ["with both", { jsonrpc: "2.0", result: fine, error: failed }],
  ["with a result that is a list", { jsonrpc: "2.0", result: [] }],
  ["with a code beyond what a number holds", { jsonrpc: "2.0", error: { code: 1e300, message: "no" } }],
])("an answer %s is a failed one", (_, line) => {
  const message = messageOf({ id: 1, ...line });
  expect(message).toMatchObject({ id: 1, error: { data: malformedAnswer } });
  expect(isJSONRPCErrorResponse(message)).toBe(true);
});

test("every result that is read is one for the SDK", () => {
  for (const meta of [null, "x", 1, [], {}, { progressToken: null }, { "x/y": null }]) {
    expect(isJSONRPCResultResponse(messageOf({ jsonrpc: "2.0", id: "a", result: { _meta: meta } }))).toBe(true);
  }
});

test("what a program prints is not a message, with an id in it either", () => {
  for (const line of [{}, [1], { id: 1, level: "info" }, { id: 1, result: "ok" }, { result: fine }]) {
    expect(messageOf(line)).toBe("stray");
  }
});
