import { expect, test, vi } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { CallAnswer } from "../../src/runtime/result.ts";
import { openNotes } from "../runtime/notes-catalog.ts";
import { modernEnvelope, openWire } from "./wire.ts";

// Without the SDK: whatever needs it fails.

// The module that imports the package: other files of this process may have loaded it, and then a mock of the package does nothing.
vi.mock("../../src/server/sdk.ts", () => {
  throw new Error("the SDK was loaded");
});

const capabilities = { roots: { listChanged: true }, elicitation: {}, sampling: {} };

test("a usual session with a handshake needs no SDK", async () => {
  const wire = openWire();
  const clientInfo = { name: "test", title: "Test", version: "1" };
  await wire.request("initialize", { protocolVersion: "2025-11-25", capabilities, clientInfo });
  wire.send({ method: "notifications/initialized" });
  wire.send({ method: "notifications/roots/list_changed" });
  expect((await wire.request("ping")).result).toEqual({});
  expect((await wire.request("tools/list")).result).toHaveProperty("tools");
  const call = { name: "note_list", arguments: { limit: 3 }, _meta: { progressToken: 1, "a.client/id": "x" } };
  expect((await wire.request("tools/call", call)).result).toMatchObject({ structuredContent: { items: [], count: 0 } });
  expect((await wire.request("tools/call", { name: "note_list", arguments: { limit: "x" } })).result).toMatchObject({
    isError: true,
  });
  expect((await wire.request("tools/call", { name: "nothing" })).error).toMatchObject({ code: -32602 });
  wire.stdin.end();
  expect(await wire.exit).toBe(0);
});

test("a usual session without one needs no SDK", async () => {
  const wire = openWire();
  const _meta = { ...modernEnvelope, "io.modelcontextprotocol/clientCapabilities": capabilities };
  expect((await wire.request("server/discover", { _meta })).result).toHaveProperty("supportedVersions");
  expect((await wire.request("tools/list", { _meta })).result).toHaveProperty("ttlMs");
  const { result } = await wire.request("tools/call", { _meta, name: "note_list", arguments: {} });
  expect(result as JsonObject).toMatchObject({ resultType: "complete", structuredContent: { items: [], count: 0 } });
  wire.stdin.end();
  expect(await wire.exit).toBe(0);
});

test("a result of another server needs no SDK where nothing about it is unusual", async () => {
  const content = [
    { text: "a", type: "text" },
    { type: "image", data: "AAAA", mimeType: "image/png" },
  ];
  const result = { content, structuredContent: { any: ["thing"] }, isError: true, _meta: { "x/result": 1 } };
  const wire = openWire({ dispatch: async () => ({ kind: "result", result }) as CallAnswer });
  await wire.initialize();
  expect((await wire.request("tools/call", { name: "note_list" })).result).toEqual(result);
  wire.stdin.end();
  expect(await wire.exit).toBe(0);
});

test("many answers of one turn are few writes", async () => {
  const writes = await writesOf(openWire({}, openNotes()));
  expect(writes.join("").trimEnd().split("\n").length).toBe(20);
  expect(writes.length).toBe(2);
});

test("of many long answers of one turn, the first are written before the last are made, and then some at a time", async () => {
  const result = { content: [{ type: "text", text: "long ".repeat(400) }] };
  const writes = await writesOf(openWire({ dispatch: async () => ({ kind: "result", result }) as CallAnswer }));
  expect(writes.map((text) => text.trimEnd().split("\n").length)).toEqual([1, 2, 4, 4, 4, 4, 1]);
  expect(writes.every((text) => text.endsWith("\n"))).toBe(true);
});

test("the first answers of every turn are written as soon", async () => {
  const result = { content: [{ type: "text", text: "long ".repeat(400) }] };
  const wire = openWire({ dispatch: async () => ({ kind: "result", result }) as CallAnswer });
  await wire.initialize();
  const writes: string[] = [];
  wire.stdout.on("data", (text: string) => writes.push(text));
  for (const turn of [1, 2]) {
    wire.write(Array.from({ length: 7 }, (_, at) => callLine(100 * turn + at)).join(""));
    await vi.waitFor(() => expect(writes.join("").split("\n")).toHaveLength(7 * turn + 1));
  }
  expect(writes.map((text) => text.trimEnd().split("\n").length)).toEqual([1, 2, 4, 1, 2, 4]);
  wire.stdin.end();
  expect(await wire.exit).toBe(0);
});

/** What is written of the answers to twenty calls that come at once. */
async function writesOf(wire: ReturnType<typeof openWire>): Promise<readonly string[]> {
  await wire.initialize();
  const writes: string[] = [];
  wire.stdout.on("data", (text: string) => writes.push(text));
  wire.write(Array.from({ length: 20 }, (_, at) => callLine(100 + at)).join(""));
  wire.stdin.end();
  expect(await wire.exit).toBe(0);
  return writes;
}

function callLine(id: number): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "note_list" } })}\n`;
}

test("what calls will need is loaded once, when the list has been sent", async () => {
  const beforeCalls = vi.fn(() => Promise.resolve());
  const wire = openWire({ beforeCalls });
  await wire.initialize();
  expect(beforeCalls).not.toHaveBeenCalled();
  for (const _ of [1, 2]) {
    await wire.request("tools/list");
    await new Promise(setImmediate);
  }
  wire.stdin.end();
  expect(await wire.exit).toBe(0);
  expect(beforeCalls).toHaveBeenCalledTimes(1);
});

test("where what calls will need can't be loaded, serving ends with that error", async () => {
  const wire = openWire({ beforeCalls: () => Promise.reject(new Error("no such package")) });
  await wire.initialize();
  await wire.request("tools/list");
  await expect(wire.exit).rejects.toThrow("no such package");
});

test("where the SDK is needed and can't be loaded, serving ends with that error", async () => {
  const wire = openWire();
  await wire.initialize();
  wire.send({ id: 5, method: "resources/list" });
  await expect(wire.exit).rejects.toThrow();
});
