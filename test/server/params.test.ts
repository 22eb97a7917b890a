import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { modernEnvelope, openWire } from "./wire.ts";

describe.each(["legacy", "modern"])("in the %s era, params that lead nowhere are refused in one sentence", (era) => {
  const envelope: JsonObject = era === "modern" ? modernEnvelope : {};
  const relatedTask = "io.modelcontextprotocol/related-task";

  test.each<[method: string, params: JsonObject, issue: string]>([
    ["tools/call", {}, '"name", the name of the tool to call, is missing'],
    ["tools/call", { arguments: {} }, '"name", the name of the tool to call, is missing'],
    ["tools/call", { name: 5 }, '"name", the name of the tool to call, is not a string'],
    ["tools/call", { name: null }, '"name", the name of the tool to call, is not a string'],
    ["tools/list", { cursor: 5 }, '"cursor" is not a string'],
    ["tools/call", { name: "note_list", _meta: 5 }, '"_meta" is not an object'],
    ["ping", { _meta: [] }, '"_meta" is not an object'],
    [
      "tools/call",
      { name: "note_list", _meta: { ...envelope, progressToken: {} } },
      '"progressToken" in "_meta" is not a string or an integer',
    ],
    [
      "tools/call",
      { name: "note_list", _meta: { ...envelope, [relatedTask]: 5 } },
      `"${relatedTask}" in "_meta" is not an object with a "taskId"`,
    ],
  ])("%s %j", async (method, params, issue) => {
    const wire = openWire();
    if (era === "legacy") await wire.initialize();
    const whole = Object.hasOwn(params, "_meta") ? params : { ...params, _meta: envelope };
    expect((await wire.request(method, whole)).error).toEqual({ code: -32602, message: `Invalid params: ${issue}` });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("what a call carries beside name, arguments and _meta is ignored", async () => {
    const wire = openWire();
    if (era === "legacy") await wire.initialize();
    const replies = era === "modern" ? {} : { requestState: 5, inputResponses: 5 };
    const odd = { name: "note_list", arguments: {}, _meta: envelope, task: 5, ...replies };
    expect(((await wire.request("tools/call", odd)).result as JsonObject).structuredContent).toEqual({
      items: [],
      count: 0,
    });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });
});
