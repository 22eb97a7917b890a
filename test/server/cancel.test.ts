import { describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { CallContext } from "../../src/runtime/ports.ts";
import type { ErasedHandler } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { handlers, type NotesDeps, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";
import { modernEnvelope, openWire } from "./wire.ts";

function withList(handler: ErasedHandler<NotesDeps>) {
  return openNotes({ registry: notesRegistry({}, { ...handlers, note_list: handler }) });
}

/** A catalog whose note_list keeps the limits it was called with, and answers with as many notes. */
function recording() {
  const limits: unknown[] = [];
  const notes = withList((input: { readonly limit: never }) => {
    limits.push(input.limit);
    return ok(Array.from({ length: input.limit }, () => ({ title: "x", priority: 5, by: "ann" })));
  });
  return { limits, wire: openWire({}, notes) };
}

const eras = [
  ["with a handshake", "legacy"],
  ["without one", "modern"],
] as const;

describe.each(eras)("in the era %s, a call that is cancelled", (_title, era) => {
  const { greeting, call, cancel } = messagesOf(era);
  const greet = (wire: ReturnType<typeof openWire>) =>
    era === "modern" ? wire.request("tools/list", greeting) : wire.initialize();

  test("in the chunk it came in never reaches its tool and is not answered", async () => {
    const { limits, wire } = recording();
    await greet(wire);
    wire.write(call(901, 3) + cancel(901) + call(902, 2));
    expect(count(await wire.line(({ id }) => id === 902))).toBe(2);
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect([limits, answersTo(wire, 901)]).toEqual([[2], []]);
  });

  test("leaves its id to a call that comes with arguments of its own", async () => {
    const { limits, wire } = recording();
    await greet(wire);
    wire.write(call(909, 3) + cancel(909) + call(909, 2));
    expect(count(await wire.line(({ id }) => id === 909))).toBe(2);
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect([limits, answersTo(wire, 909).length]).toEqual([[2], 1]);
  });

  test("while it runs does not abort the call that takes its id, whose answer is its own", async () => {
    const aborted: unknown[] = [];
    let begin: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const notes = withList(async (input: { readonly limit: never }, _deps, context: CallContext<"optional">) => {
      context.signal.addEventListener("abort", () => aborted.push(input.limit));
      begin();
      await new Promise((resolve) => setTimeout(resolve, 30));
      return ok(Array.from({ length: input.limit }, () => ({ title: "x", priority: 5, by: "ann" })));
    });
    const wire = openWire({}, notes);
    await greet(wire);
    wire.write(call(909, 3));
    await hasBegun;
    wire.write(cancel(909) + call(909, 2));
    expect(count(await wire.line(({ id }) => id === 909))).toBe(2);
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect([aborted, answersTo(wire, 909).length]).toEqual([[3], 1]);
  });

  test("after its answer changes nothing, not even for the next call of its id", async () => {
    const { limits, wire } = recording();
    await greet(wire);
    wire.write(call(909, 3));
    await wire.line(({ id }) => id === 909);
    wire.write(cancel(909) + call(909, 2));
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect([limits, answersTo(wire, 909).map(count)]).toEqual([
      [3, 2],
      [3, 2],
    ]);
  });
});

test("a call that is cancelled before the server has found out the era never reaches its tool", async () => {
  const { limits, wire } = recording();
  const { call, cancel } = messagesOf("modern");
  wire.write(call(901, 3) + cancel(901) + call(902, 2));
  expect(count(await wire.line(({ id }) => id === 902))).toBe(2);
  wire.stdin.end();
  expect(await wire.exit).toBe(0);
  expect([limits, answersTo(wire, 901)]).toEqual([[2], []]);
});

describe("in a batch", () => {
  const listen = { jsonrpc: "2.0", method: "tools/call", params: { name: "note_list" } };

  test("an id that is still running is refused within the batch's answer, and keeps its own", async () => {
    // It runs until the batch has its answer, however long that takes on a busy machine.
    const wire = openWire(
      {},
      withList(() => vi.waitUntil(() => wire.lines.length > 1, 10_000).then(() => ok([]))),
    );
    await wire.initialize("2025-03-26");
    wire.write(`${JSON.stringify({ ...listen, id: 7 })}\n`);
    wire.write(
      `${JSON.stringify([
        { ...listen, id: 7 },
        { jsonrpc: "2.0", id: 8, method: "ping" },
      ])}\n`,
    );
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    const [batch, alone, ...more] = wire.lines.slice(1).map((text): unknown => JSON.parse(text));
    expect(batch).toEqual([stillRunning(7), { jsonrpc: "2.0", id: 8, result: {} }]);
    expect([(alone as JsonObject).id, more]).toEqual([7, []]);
  });

  test("an id that comes twice is answered once, and refused once", async () => {
    const wire = openWire();
    await wire.initialize("2025-03-26");
    const ping = { jsonrpc: "2.0", id: 8, method: "ping" };
    wire.write(`${JSON.stringify([ping, ping])}\n`);
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect(wire.lines.slice(1).map((text): unknown => JSON.parse(text))).toEqual([
      [stillRunning(8), { jsonrpc: "2.0", id: 8, result: {} }],
    ]);
  });

  test("a batch of nothing but a running id is answered at once, as a batch", async () => {
    const wire = openWire(
      {},
      withList(() => vi.waitUntil(() => wire.lines.length > 1, 10_000).then(() => ok([]))),
    );
    await wire.initialize("2025-03-26");
    wire.write(`${JSON.stringify({ ...listen, id: 7 })}\n${JSON.stringify([{ ...listen, id: 7 }])}\n`);
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    const [batch, alone] = wire.lines.slice(1).map((text): unknown => JSON.parse(text));
    expect([batch, (alone as JsonObject).id]).toEqual([[stillRunning(7)], 7]);
  });
});

function messagesOf(era: "legacy" | "modern") {
  const greeting: JsonObject = era === "modern" ? { _meta: modernEnvelope } : {};
  return {
    greeting,
    call: (id: number, limit: number) =>
      line({ id, method: "tools/call", params: { ...greeting, name: "note_list", arguments: { limit } } }),
    cancel: (requestId: number) =>
      line({ method: "notifications/cancelled", params: { ...greeting, requestId, reason: "changed my mind" } }),
  };
}

function line(message: JsonObject): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
}

function count(answer: JsonObject): unknown {
  return ((answer.result as JsonObject | undefined)?.structuredContent as JsonObject | undefined)?.count;
}

function answersTo(wire: ReturnType<typeof openWire>, id: number): readonly JsonObject[] {
  return wire.lines.map((text) => JSON.parse(text) as JsonObject).filter((message) => message.id === id);
}

function stillRunning(id: number): JsonObject {
  const message = "Invalid Request: a request with this id is still running";
  return { jsonrpc: "2.0", id, error: { code: -32600, message } };
}
