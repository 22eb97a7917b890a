import { describe, expect, it } from "vitest";
import { paramHeaders } from "../../src/client/param-headers.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { createParamHeaderCheck } from "../../src/server/http/param-headers.ts";
import { modernEnvelope } from "./wire.ts";

// The headers that params ask for, as a client writes and a server checks them.

const tool = {
  name: "move",
  inputSchema: {
    type: "object",
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      floor: { type: "integer", "x-mcp-header": "Floor" },
      at: { type: "object", properties: { fast: { type: "boolean", "x-mcp-header": "Fast" } } },
      odd: { type: "string", "x-mcp-header": "no token" },
      plain: { type: "string" },
    },
  },
};
const check = createParamHeaderCheck([tool]);

function issue(given: JsonObject, headers: Record<string, string>, params: JsonObject = {}) {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const sent = { name: "move", arguments: given, _meta: modernEnvelope, ...params };
  return check({ jsonrpc: "2.0", id: 7, method: "tools/call", params: sent }, lower);
}

describe("a server", () => {
  const base64 = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

  it.each<[JsonObject, Record<string, string>]>([
    [{ region: "eu" }, { "Mcp-Param-Region": "eu" }],
    [{ region: "Grüße" }, { "Mcp-Param-Region": base64("Grüße") }],
    [{ region: "SGVsbG8=" }, { "Mcp-Param-Region": "SGVsbG8=" }],
    [{ region: "=?base64?SGVsbG8=" }, { "Mcp-Param-Region": "=?base64?SGVsbG8=" }],
    [{ floor: 7 }, { "Mcp-Param-Floor": "7.0" }],
    [{ at: { fast: true } }, { "Mcp-Param-Fast": "true" }],
    [{ region: null }, {}],
    [{}, { "Mcp-Param-Region": "eu" }],
    [{ plain: "x", odd: "y" }, {}],
  ])("takes %j with %j", (given, headers) => {
    expect(issue(given, headers)).toBeUndefined();
  });

  it.each<[JsonObject, Record<string, string>, string]>([
    [{ region: "eu" }, {}, "is missing"],
    [{ region: "eu" }, { "Mcp-Param-Region": "us" }, "are not the same"],
    [{ region: "1" }, { "Mcp-Param-Region": "1.0" }, "are not the same"],
    [{ region: "Hello" }, { "Mcp-Param-Region": "=?base64?SGVsbG8?=" }, "is not Base64"],
    [{ region: "Hello" }, { "Mcp-Param-Region": "=?base64?SGVs!!!bG8=?=" }, "is not Base64"],
    [{ region: "Hello" }, { "Mcp-Param-Region": "=?base64?/w==?=" }, "is not Base64"],
    [{ floor: 7 }, { "Mcp-Param-Floor": "0x7" }, "are not the same"],
    [{ at: { fast: true } }, {}, "'at.fast'"],
  ])("refuses %j with %j", (given, headers, message) => {
    expect(issue(given, headers)).toMatchObject({ id: 7, code: -32020, message: expect.stringContaining(message) });
  });

  it("asks nothing of clients of older revisions, and of other tools", () => {
    expect(issue({ region: "eu" }, {}, { _meta: {} })).toBeUndefined();
    expect(issue({ region: "eu" }, {}, { name: "other" })).toBeUndefined();
  });

  it.each<JsonObject>([
    { region: " eu " },
    { region: "=?base64?x?=", floor: -3 },
    { region: "Grüße\n", at: { fast: false } },
    { floor: 2 ** 60 },
  ])("takes what our client sends for %j", (given) => {
    expect(issue(given, paramHeaders(tool, given))).toBeUndefined();
  });
});
