import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Decoded, decodeLine, isRequest } from "../../src/server/decode.ts";
import { isNestedDeeperThan } from "../../src/server/nesting.ts";
import { modernRevisions } from "../../src/server/revision.ts";
import { modernEnvelope, openWire } from "./wire.ts";

const decode = (value: unknown) => decodeLine(Buffer.from(JSON.stringify(value)));
const keys = {
  revision: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  client: "io.modelcontextprotocol/clientInfo",
} as const;

/** Objects that come near to messages: the members of one, of any type, some of them missing, and some unknown. */
const nearMessages = fc
  .record(
    {
      jsonrpc: fc.constantFrom<unknown>("2.0", "2.0", "2.0", "1.0", 2),
      id: fc.oneof(fc.jsonValue(), fc.integer(), fc.string({ unit: "binary" })),
      method: fc.oneof(
        fc.constantFrom("tools/call", "tools/list", "initialize", "ping", "notifications/cancelled", "__proto__"),
        fc.jsonValue(),
      ),
      params: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(
          fc.constantFrom("name", "cursor", "_meta", "arguments", "__proto__", "constructor", "inputResponses"),
          fc.oneof(
            fc.jsonValue(),
            fc.dictionary(fc.constantFrom("progressToken", ...Object.values(keys)), fc.jsonValue()),
          ),
        ),
      ),
      result: fc.jsonValue(),
      error: fc.jsonValue(),
      constructor: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value));

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.oneof(fc.json(), fc.string({ unit: "binary" }), nearMessages).map((text) => Buffer.from(text)),
  fc.array(nearMessages, { maxLength: 4 }).map((parts) => Buffer.from(`[${parts.join(",")}]`)),
  // A message with a byte that is another.
  fc.tuple(nearMessages, fc.nat(), fc.nat(255)).map(([text, place, byte]) => {
    const bytes = Buffer.from(text);
    bytes[place % bytes.length] = byte;
    return bytes;
  }),
);

/** The messages and refusals of a line, those of a batch included. */
function flat(decoded: Decoded): readonly Decoded[] {
  return decoded.kind === "batch" ? decoded.parts.flatMap(flat) : [decoded];
}

describe("laws of the decoder", () => {
  test("whatever the bytes are, they are decoded; a refusal has a code of the specification and one line of text", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        for (const part of flat(decodeLine(bytes))) {
          if (part.kind !== "refused") continue;
          const { id, code, message } = part.refusal;
          expect([-32700, -32600, -32602, -32022]).toContain(code);
          expect(id === null || typeof id === "string" || Number.isSafeInteger(id)).toBe(true);
          expect(message).toMatch(/^[^\n]{1,300}$/);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("what is handed on has an envelope that is sound, and no member that the protocol does not know", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        for (const part of flat(decodeLine(bytes))) {
          if (part.kind !== "message" || !("method" in part.message)) continue;
          const known = ["jsonrpc", "id", "method", "params"];
          expect(Object.keys(part.message).filter((key) => !known.includes(key))).toEqual([]);
          expect(part.message.jsonrpc).toBe("2.0");
          if (isRequest(part.message)) expect(["string", "number"]).toContain(typeof part.message.id);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a sound request is handed on as it came", () => {
    const requests = fc.record({
      jsonrpc: fc.constant("2.0"),
      id: fc.oneof(fc.maxSafeInteger(), fc.string({ unit: "binary" })),
      method: fc.string().filter((method) => !method.includes("/list") && method !== "tools/call"),
      params: fc.dictionary(
        fc.string().filter((key) => key !== "_meta"),
        fc.jsonValue(),
      ),
    });
    fc.assert(
      fc.property(requests, (request) => {
        expect(decode(request)).toEqual({ kind: "message", message: JSON.parse(JSON.stringify(request)) });
      }),
    );
  });
});

describe("nesting", () => {
  test("is counted as the parser meets it", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(8), (text, levels) => {
        expect(isNestedDeeperThan(levels, Buffer.from(text))).toBe(depthOf(JSON.parse(text)) > levels);
      }),
    );
  });

  test("of no message is refused before it is parsed", () => {
    const brackets = Buffer.alloc(1_000_000, "[");
    expect(decodeLine(brackets)).toEqual({
      kind: "refused",
      refusal: { id: null, code: -32700, message: "Parse error: the message is nested too deeply" },
    });
    const params = { text: '[\\"{'.repeat(100_000) };
    expect(decode({ jsonrpc: "2.0", method: "x", params }).kind).toBe("message");
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("a message with a method and a member of responses", () => {
  test.each([
    ["result", {}],
    ["result", null],
    ["error", { code: 1, message: "x" }],
  ])("is neither, with %s", (member, value) => {
    const message = '"method" stands beside "result" or "error"';
    const refusal = { code: -32600, message: `Invalid Request: ${message}` };
    const both = { jsonrpc: "2.0", method: "ping", [member]: value };
    expect(decode({ ...both, id: 1 })).toEqual({ kind: "refused", refusal: { id: 1, ...refusal } });
    expect(decode(both)).toEqual({ kind: "refused", refusal: { id: null, ...refusal } });
  });
});

describe("the fields that a request of the modern era says everything with", () => {
  const asked = (meta: unknown, method = "ping") => {
    const decoded = decode({ jsonrpc: "2.0", id: 1, method, params: { _meta: meta } });
    return decoded.kind === "refused" ? [decoded.refusal.code, decoded.refusal.message] : decoded.kind;
  };
  const without = (key: keyof typeof modernEnvelope) => ({ ...modernEnvelope, [key]: undefined });

  test.each<[string, unknown, unknown]>([
    ["all of them", modernEnvelope, "message"],
    ["without the client's name", without(keys.client), "message"],
    ["none", { progressToken: 1 }, "message"],
    ["no revision", without(keys.revision), [-32602, `Invalid params: "${keys.revision}" in "_meta" is missing`]],
    [
      "no capabilities",
      without(keys.capabilities),
      [-32602, `Invalid params: "${keys.capabilities}" in "_meta" is missing`],
    ],
    [
      "a revision of another type",
      { ...modernEnvelope, [keys.revision]: 5 },
      [-32602, `Invalid params: "${keys.revision}" in "_meta" is not a string`],
    ],
    [
      "capabilities in a list",
      { ...modernEnvelope, [keys.capabilities]: [] },
      [-32602, `Invalid params: "${keys.capabilities}" in "_meta" is not an object`],
    ],
    [
      "a client without a version",
      { ...modernEnvelope, [keys.client]: { name: "x" } },
      [-32602, `Invalid params: "${keys.client}" in "_meta" is not an object with a "name" and a "version"`],
    ],
    [
      "an unknown revision",
      { ...modernEnvelope, [keys.revision]: "2099-01-01" },
      [-32022, "Unsupported protocol version: 2099-01-01"],
    ],
    [
      "a revision of the other era",
      { ...modernEnvelope, [keys.revision]: "2025-11-25" },
      [-32022, "Unsupported protocol version: 2025-11-25"],
    ],
  ])("%s", (_title, meta, expected) => {
    expect(asked(meta)).toEqual(expected);
  });

  test("an unknown revision is answered with those that are served, and echoed only so far", () => {
    const _meta = { ...modernEnvelope, [keys.revision]: "x".repeat(1_000_000) };
    const decoded = decode({ jsonrpc: "2.0", id: 1, method: "ping", params: { _meta } });
    const requested = `${"x".repeat(63)}…`;
    expect(decoded).toMatchObject({ refusal: { data: { supported: ["2026-07-28"], requested } } });
  });

  test("a handshake is the older era's, whatever its client says beside it", () => {
    expect(asked({ [keys.revision]: "2025-11-25" }, "initialize")).toBe("message");
  });

  test("the supported revisions are those of discovery", async () => {
    const wire = openWire();
    const { result } = await wire.request("server/discover", { _meta: modernEnvelope });
    expect(result).toMatchObject({ supportedVersions: [...modernRevisions] });
    wire.stdin.end();
    await wire.exit;
  });
});
