import fc from "fast-check";
import type { JsonObject } from "../../src/contract/json.ts";
import { modernEnvelope } from "./wire.ts";

// Messages of clients: usual ones, unusual ones, and broken ones.

const revision = "io.modelcontextprotocol/protocolVersion";
const declared = "io.modelcontextprotocol/clientCapabilities";
const client = "io.modelcontextprotocol/clientInfo";

const capabilities = fc.oneof(
  fc.constantFrom<unknown>({}, { elicitation: {} }, { roots: { listChanged: true } }, { sampling: {}, extensions: {} }),
  fc.constantFrom<unknown>({ elicitation: { url: {} } }, { roots: { listChanged: 1 } }, { tasks: {} }, { made_up: 1 }),
  fc.constantFrom<unknown>({ experimental: { x: {} } }, { sampling: 5 }, [], null, undefined, { roots: [] }),
);
const info = fc.constantFrom<unknown>(
  { name: "a", version: "1" },
  { name: "a", title: "A", version: "1", more: 1 },
  { name: "a", version: "1", icons: [{ src: 5 }] },
  { name: "a", version: 1 },
  { name: "a", version: "1", title: 5 },
  undefined,
);
const envelope = fc.oneof(
  { weight: 4, arbitrary: fc.constant<JsonObject>(modernEnvelope) },
  fc
    .record({ version: fc.constantFrom("2026-07-28", "2099-01-01"), capabilities, info })
    .map((facts) => ({ [revision]: facts.version, [declared]: facts.capabilities, [client]: facts.info })),
  fc.constantFrom({ ...modernEnvelope, "io.modelcontextprotocol/logLevel": "info" }, { [declared]: {} }),
);
const meta = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: envelope },
  fc.constantFrom<unknown>({}, { progressToken: "t" }, { progressToken: {} }, 5, { "pegboard/version": 9 }),
  fc.constant({ "io.modelcontextprotocol/related-task": { taskId: "x" } }),
);
const parts = fc.record({
  name: fc.constantFrom<unknown>("note_list", "note_list", "add_note", "note_manage", "nothing", 5, "tool_describe"),
  arguments: fc.constantFrom<unknown>(
    {},
    { limit: 2 },
    { limit: "x" },
    { action: "delete", title: "x" },
    { headline: "x" },
    [],
    null,
    undefined,
  ),
});
export const message = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(parts, meta).map(([call, _meta]) => ({ method: "tools/call", params: { ...call, _meta } })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        protocolVersion: fc.constantFrom<unknown>("2025-06-18", "2025-11-25", "2024-11-05", "x", 5),
        capabilities,
      })
      .chain((params) => info.map((clientInfo) => ({ method: "initialize", params: { ...params, clientInfo } }))),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("tools/list", "ping", "server/discover", "resources/list", "no/such"), meta)
      .map(([method, _meta]) => ({ method, params: { _meta } })),
  },
  fc.constantFrom<JsonObject>(
    { method: "tools/list", params: { cursor: "x" } },
    { method: "tools/list" },
    { method: "ping", params: [] },
    { method: "ping", result: {}, extra: 1 },
    { method: "tools/call", params: { name: "note_list", inputResponses: {}, _meta: modernEnvelope } },
    { method: 5 },
    {},
  ),
);
