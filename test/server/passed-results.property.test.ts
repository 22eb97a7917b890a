import fc from "fast-check";
import { expect, test } from "vitest";
import type { CallAnswer } from "../../src/runtime/result.ts";
import { serveHttp } from "../../src/server/http/serve-http.ts";
import { lawCases } from "../law-cases.ts";
import { memoryLog, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";
import { modernEnvelope, openWire } from "./wire.ts";

// Results that the runtime did not make, such as those of a server behind a gateway: whatever is in them, the fast path answers what the SDK
// alone would answer.

const blockMeta = fc.constantFrom<unknown>(undefined, {}, { "x/block": 1 }, 5);
const annotations = fc.constantFrom<unknown>(undefined, { priority: 0.5 }, { priority: 7 }, "x");
const facts = fc.record({ annotations, _meta: blockMeta }, { requiredKeys: [] });
const bytes = fc.constantFrom<unknown>(
  "",
  "AAAA",
  "AAA=",
  "AA==",
  "A===",
  "AAA",
  "AA",
  "A",
  "====",
  "A A=",
  "Ä",
  5,
  "AA==\n",
);
const block = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant("text"), text: fc.string({ unit: "binary" }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ data: bytes, type: fc.constant("image"), mimeType: fc.constantFrom("image/png", '"') }),
  },
  fc.record({ text: fc.constant("a"), type: fc.constant("text"), more: fc.constant(1) }),
  fc
    .tuple(facts, fc.constantFrom<object>({ type: "text", text: "a" }, { type: "image", data: "AAAA", mimeType: "x" }))
    .map(([more, known]) => ({ ...more, ...known })),
  fc.constantFrom<unknown>(
    { type: "text", text: 5 },
    { type: "text", annotations: {} },
    { type: "image", data: "AAAA" },
    { type: "image", data: "AAAA", mimeType: 5 },
    { type: "audio", data: "AAAA", mimeType: "audio/wav" },
    { type: "resource_link", uri: "a:b", name: "a" },
    { type: "resource", resource: { uri: "a:b", text: "a" } },
    { type: "made_up", text: "a" },
    null,
    "text",
  ),
);
const content = fc.oneof(
  { weight: 12, arbitrary: fc.array(block, { maxLength: 3 }) },
  fc.constantFrom<unknown>(undefined, null, "", "text", {}),
);
const structuredContent = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.dictionary(fc.string(), fc.jsonValue()) },
  fc.constantFrom<unknown>(
    [1],
    null,
    5,
    { constructor: "x" },
    { toString: 1 },
    JSON.parse('{"__proto__": {"a": 1}, "b": 1}'),
  ),
);
const meta = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  fc.constantFrom<unknown>(
    ...[{}, { "x/result": { deep: [1] } }, { progressToken: "t" }, { progressToken: {} }, 5, [], null],
    ...[
      { "io.modelcontextprotocol/serverInfo": { name: "other", version: "1" } },
      { "io.modelcontextprotocol/serverInfo": 5 },
    ],
    ...[{ "io.modelcontextprotocol/related-task": { taskId: 5 } }, JSON.parse('{"__proto__": {"a": 1}, "b": 1}')],
  ),
);
const result = fc
  .record({
    content,
    structuredContent,
    isError: fc.constantFrom<unknown>(undefined, undefined, true, false, "yes", null),
    _meta: meta,
    more: fc.constantFrom<unknown>(undefined, 1),
  })
  .map((parts) => Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)));
const failure = fc.record({
  code: fc.constantFrom(-32_050, -32_602, -32_603, -32_002, -32_042, -32_000, 7),
  message: fc.string(),
  data: fc.constantFrom<unknown>(undefined, null, { why: 1 }, { uri: "a:b" }, [1], { tool: "x" }),
});
const answer: fc.Arbitrary<CallAnswer> = fc.oneof(
  // A server behind a gateway can send any of these.
  {
    weight: 5,
    arbitrary: result.map((parts) => ({ kind: "result", result: { content: [], ...parts } }) as unknown as CallAnswer),
  },
  failure.map(
    ({ data, ...error }) =>
      ({ kind: "protocol-error", ...error, ...(data === undefined ? {} : { data }) }) as CallAnswer,
  ),
);

const call = { name: "note_list", arguments: {} };

async function overStdio(given: CallAnswer, revision: string, fastPath: "on" | "off"): Promise<readonly string[]> {
  const wire = openWire({ fastPath, dispatch: async () => given });
  if (revision !== "2026-07-28") await wire.initialize(revision);
  await wire.request("tools/call", revision === "2026-07-28" ? { ...call, _meta: modernEnvelope } : call);
  wire.stdin.end();
  expect(await wire.exit).toBe(0);
  return wire.lines;
}

const revision = fc.constantFrom("2024-11-05", "2025-03-26", "2025-11-25", "2026-07-28");

test("both paths send a result of another server with the same bytes, over stdio", async () => {
  await fc.assert(
    fc.asyncProperty(answer, revision, async (given, spoken) => {
      expect(await overStdio(given, spoken, "on")).toEqual(await overStdio(given, spoken, "off"));
    }),
    { numRuns: lawCases(600) },
  );
}, 120_000);

test("both paths send it with the same bytes over HTTP", async () => {
  let given: CallAnswer | undefined;
  // Node's own, for too many listeners of one response.
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  const [fast, slow] = await Promise.all((["on", "off"] as const).map((fastPath) => overHttp(fastPath, () => given)));
  if (fast === undefined || slow === undefined) throw new Error("there are two");
  await fc.assert(
    fc.asyncProperty(answer, fc.boolean(), async (next, isModern) => {
      given = next;
      expect(await fast.call(isModern)).toEqual(await slow.call(isModern));
    }),
    { numRuns: lawCases(400) },
  );
  expect(await Promise.all([fast.end(), slow.end()])).toEqual([0, 0]);
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
}, 120_000);

async function overHttp(fastPath: "on" | "off", answerNow: () => CallAnswer | undefined) {
  const stop = new AbortController();
  const notes = openNotes();
  let exit: Promise<number> | undefined;
  const url = await new Promise<string>((resolve) => {
    exit = serveHttp({
      registry: notesRegistry(),
      dispatch: async () => answerNow() ?? { kind: "protocol-error", code: 1, message: "there is none" },
      close: () => notes.dispatch.close(),
      log: memoryLog([]),
      stop: stop.signal,
      address: { host: "127.0.0.1", port: 0 },
      authorization: { hosts: ["127.0.0.1"], origins: [] },
      onListening: resolve,
      fastPath,
    });
  });
  const about = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": call.name };
  return {
    call: async (isModern: boolean) => {
      const params = isModern ? { ...call, _meta: modernEnvelope } : call;
      const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params });
      const sent = await fetch(url, { method: "POST", headers: { ...about, ...(isModern ? modern : {}) }, body });
      return { status: sent.status, type: sent.headers.get("content-type"), text: await sent.text() };
    },
    end: () => {
      stop.abort();
      return exit;
    },
  };
}
