import { Client as ModernClient } from "@modelcontextprotocol/client";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { openNotes } from "../runtime/notes-catalog.ts";
import { ClientStreams } from "./client-streams.ts";
import { modernEnvelope, openWire } from "./wire.ts";

// The user is asked through real clients, in the way of their era: by a result that they answer with another request, or by
// a request while the call waits.

type Action = "accept" | "decline" | "cancel";

interface Visit {
  readonly asked: readonly unknown[];
  readonly notes: readonly JsonObject[];
  readonly sent: readonly object[];
  delete(confirm?: boolean): Promise<{ readonly isError: boolean; readonly structuredContent: unknown }>;
  close(): Promise<void>;
}

const clientInfo = { name: "test", version: "1" };
const deletion = { action: "delete", title: "x" };

/** @param action what the user does; undefined: the client knows no elicitation */
type Connect = (action: Action | undefined) => Promise<Visit>;

function open(options: Parameters<typeof openWire>[0] = {}, dispatcherOptions: Parameters<typeof openNotes>[0] = {}) {
  const notes = openNotes(dispatcherOptions);
  notes.notes.push({ title: "x", priority: 5, by: "ann" });
  const wire = openWire(options, notes);
  return { notes: notes.notes, wire, streams: new ClientStreams(wire) };
}

const capabilitiesFor = (action: Action | undefined) => ({
  capabilities: action === undefined ? {} : { elicitation: { form: {} } },
});

function argumentsOf(confirm: boolean | undefined): JsonObject {
  return confirm === undefined ? deletion : { ...deletion, confirm };
}

const connectInstalled: Connect = async (action) => {
  const { notes, streams } = open();
  const client = new InstalledClient(clientInfo, capabilitiesFor(action));
  const asked: unknown[] = [];
  if (action !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push(params);
      return { action, ...(action === "accept" ? { content: {} } : {}) };
    });
  }
  // The class fits the SDK's Transport; its optional members differ only in exactOptionalPropertyTypes.
  await client.connect(streams as never);
  return {
    asked,
    notes,
    sent: streams.sent,
    async delete(confirm) {
      const answer = await client.callTool({ name: "note_manage", arguments: argumentsOf(confirm) });
      return { isError: answer.isError === true, structuredContent: answer.structuredContent };
    },
    close: () => client.close(),
  };
};

const connectModern =
  (mode: "legacy" | { readonly pin: string }): Connect =>
  async (action) => {
    const { notes, streams } = open();
    const client = new ModernClient(clientInfo, { ...capabilitiesFor(action), versionNegotiation: { mode } });
    const asked: unknown[] = [];
    if (action !== undefined) {
      client.setRequestHandler("elicitation/create", async ({ params }) => {
        asked.push(params);
        return { action, ...(action === "accept" ? { content: {} } : {}) };
      });
    }
    await client.connect(streams as never);
    return {
      asked,
      notes,
      sent: streams.sent,
      async delete(confirm) {
        const answer = await client.callTool({ name: "note_manage", arguments: argumentsOf(confirm) });
        return { isError: answer.isError === true, structuredContent: answer.structuredContent };
      },
      close: () => client.close(),
    };
  };

/** With how many requests a call is made whose question is answered. */
const clients: readonly [title: string, connect: Connect, rounds: number][] = [
  ["SDK 1.x", connectInstalled, 1],
  ["SDK 2.x with the handshake", connectModern("legacy"), 1],
  ["SDK 2.x at 2026-07-28", connectModern({ pin: "2026-07-28" }), 2],
];

describe.each(clients)("the user of %s", (_title, connect, rounds) => {
  test("accepts: the call goes on", async () => {
    const visit = await connect("accept");
    expect(await visit.delete()).toEqual({ isError: false, structuredContent: { data: null } });
    expect(visit.notes).toEqual([]);
    expect(visit.asked).toMatchObject([
      { message: "This would delete the note 'x'. Go on?", requestedSchema: { type: "object", properties: {} } },
    ]);
    expect(visit.sent.filter((message) => "method" in message && message.method === "tools/call")).toHaveLength(rounds);
    await visit.close();
  });

  test.each([
    ["decline", "the user declined: this would delete the note 'x'"],
    ["cancel", "the user was asked and did not answer: this would delete the note 'x'"],
  ] as const)("does not agree (%s): nothing is destroyed", async (action, message) => {
    const visit = await connect(action);
    expect(await visit.delete(false)).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "CONFIRMATION_DECLINED", message } },
    });
    expect([visit.notes.length, visit.asked.length]).toEqual([1, 1]);
    await visit.close();
  });

  test("is not asked when the call carries confirm: true", async () => {
    const visit = await connect("decline");
    expect(await visit.delete(true)).toMatchObject({ isError: false });
    expect([visit.notes, visit.asked]).toEqual([[], []]);
    await visit.close();
  });

  test("can't be asked by a client without elicitation, whose answer says how to confirm", async () => {
    const visit = await connect(undefined);
    expect(await visit.delete()).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "CONFIRMATION_REQUIRED", effect: "delete the note 'x'" } },
    });
    expect(visit.notes).toHaveLength(1);
    await visit.close();
  });
});

const meta = {
  ...modernEnvelope,
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};
const params = (given: JsonObject, more: JsonObject = {}): JsonObject => ({
  _meta: meta,
  name: "note_manage",
  arguments: given,
  ...more,
});

/** A call at 2026-07-28 that was answered with a question. */
async function begun() {
  const { notes, wire } = open();
  const answer = await wire.request("tools/call", params(deletion));
  const { inputRequests } = answer.result as { readonly inputRequests: Readonly<Record<string, JsonObject>> };
  const [key = "", ...others] = Object.keys(inputRequests);
  expect(others).toEqual([]);
  return { notes, wire, result: answer.result as JsonObject, key };
}

describe("by results", () => {
  async function end(wire: ReturnType<typeof openWire>) {
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  }

  test("a question is one form without fields, and nothing that a server would have to remember", async () => {
    const { wire, result, key } = await begun();
    expect(key).toMatch(/^confirm-[\w-]{22}$/);
    expect(result).toEqual({
      _meta: expect.anything(),
      resultType: "input_required",
      inputRequests: {
        [key]: {
          method: "elicitation/create",
          params: {
            mode: "form",
            message: "This would delete the note 'x'. Go on?",
            requestedSchema: { type: "object", properties: {} },
          },
        },
      },
    });
    await end(wire);
  });

  test("a yes to another question, or about other arguments, counts for nothing", async () => {
    const { notes, wire, key } = await begun();
    notes.push({ title: "y", priority: 5, by: "ann" });
    const accepted = { inputResponses: { [key]: { action: "accept", content: {} } } };
    for (const given of [
      { ...deletion, title: "y" },
      { ...deletion, confirm: false },
    ]) {
      const { result } = await wire.request("tools/call", params(given, accepted));
      expect(result).toMatchObject({ resultType: "input_required" });
    }
    expect(notes).toHaveLength(2);
    expect((await wire.request("tools/call", params(deletion, accepted))).result).toMatchObject({
      structuredContent: { data: null },
    });
    expect(notes.map(({ title }) => title)).toEqual(["y"]);
    await end(wire);
  });

  test("replies that are none are asked for again, or refused as the protocol says", async () => {
    const { notes, wire, key } = await begun();
    const replies = [
      null,
      7,
      [],
      {},
      { action: "yes" },
      { action: 7 },
      { roots: [] },
      { result: { action: "accept" } },
    ];
    for (const reply of replies) {
      const { result } = await wire.request("tools/call", params(deletion, { inputResponses: { [key]: reply } }));
      expect(result).toMatchObject({ resultType: "input_required" });
    }
    for (const inputResponses of [null, 7, "x", []] as const) {
      const { error } = await wire.request("tools/call", params(deletion, { inputResponses }));
      expect(error).toEqual({ code: -32602, message: 'Invalid params: "inputResponses" is not an object' });
    }
    expect(notes).toHaveLength(1);
    await end(wire);
  });

  test.each<[string, JsonObject]>([
    ["nothing", {}],
    ["another mode", { elicitation: { url: {} } }],
  ])("a client that declared %s is not asked", async (_title, capabilities) => {
    const { notes, wire } = open();
    const own = { ...meta, "io.modelcontextprotocol/clientCapabilities": capabilities };
    const { result } = await wire.request("tools/call", { ...params(deletion), _meta: own });
    expect(result).toMatchObject({ structuredContent: { error: { code: "CONFIRMATION_REQUIRED" } } });
    expect(notes).toHaveLength(1);
    await end(wire);
  });
});

describe("by requests", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  async function asking(
    capabilities: JsonObject = { elicitation: {} },
    options: Parameters<typeof openWire>[0] = {},
    dispatcherOptions: Parameters<typeof openNotes>[0] = {},
  ) {
    const { notes, wire } = open(options, dispatcherOptions);
    await wire.request("initialize", { protocolVersion: "2025-06-18", capabilities, clientInfo });
    wire.send({ method: "notifications/initialized" });
    wire.send({ id: "d", method: "tools/call", params: { name: "note_manage", arguments: deletion } });
    const question = await wire.line(({ method }) => method === "elicitation/create");
    return { notes, wire, id: question.id as number, question };
  }

  test("a question is a request of the older form, for clients that declared no more", async () => {
    const { wire, id, question } = await asking();
    expect(question).toEqual({
      jsonrpc: "2.0",
      id,
      method: "elicitation/create",
      params: {
        message: "This would delete the note 'x'. Go on?",
        requestedSchema: { type: "object", properties: {} },
      },
    });
    wire.send({ id, result: { action: "accept", content: {} } });
    expect((await wire.line((message) => message.id === "d")).result).toMatchObject({
      structuredContent: { data: null },
    });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("the user's time is not the call's: no deadline passes while they think", async () => {
    const { notes, wire, id } = await asking({ elicitation: {} }, {}, { deadlineMs: 100 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    wire.send({ id, result: { action: "accept" } });
    expect((await wire.line((message) => message.id === "d")).result).toMatchObject({
      structuredContent: { data: null },
    });
    expect(notes).toEqual([]);
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("a user who is away for ten minutes has not agreed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { notes, wire, id } = await asking();
    await vi.advanceTimersByTimeAsync(10 * 60 * 1000);
    expect((await wire.line((message) => message.id === "d")).result).toMatchObject({
      structuredContent: {
        error: { code: "CONFIRMATION_DECLINED", message: expect.stringContaining("did not answer") },
      },
    });
    const takenBack = await wire.line(({ method }) => method === "notifications/cancelled");
    expect((takenBack.params as JsonObject).requestId).toBe(id);
    expect(notes).toHaveLength(1);
    vi.useRealTimers();
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("a client that answers with an error, or with no reply, leaves the call unconfirmed", async () => {
    for (const reply of [{ error: { code: -32603, message: "no window" } }, { result: { action: "yes" } }]) {
      const { notes, wire, id } = await asking();
      wire.send({ id, ...reply });
      expect((await wire.line((message) => message.id === "d")).result).toMatchObject({
        isError: true,
        structuredContent: { error: { code: "CONFIRMATION_REQUIRED" } },
      });
      expect(notes).toHaveLength(1);
      wire.stdin.end();
      expect(await wire.exit).toBe(0);
    }
  });

  test("a call that is cancelled while the user thinks takes its question back and never begins", async () => {
    const { notes, wire, id } = await asking();
    wire.send({ method: "notifications/cancelled", params: { requestId: "d" } });
    await wire.line(
      ({ method, params }) => method === "notifications/cancelled" && (params as JsonObject).requestId === id,
    );
    wire.send({ id, result: { action: "accept", content: {} } });
    await wire.request("ping");
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect([notes.length, wire.lines.filter((line) => line.includes('"id":"d"'))]).toEqual([1, []]);
  });

  test("a call whose cancellation comes with the user's yes never begins", async () => {
    const { notes, wire, id } = await asking();
    const lines = [
      { jsonrpc: "2.0", id, result: { action: "accept", content: {} } },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "d" } },
    ];
    wire.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await wire.request("ping");
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect(notes).toHaveLength(1);
  });

  test("an input that ends while the user thinks ends the server at once, and destroys nothing", async () => {
    const { notes, wire, id } = await asking({ elicitation: {} }, { shutdownMs: 600_000 });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect(notes).toHaveLength(1);
    const takenBack = await wire.line(({ method }) => method === "notifications/cancelled");
    expect((takenBack.params as JsonObject).requestId).toBe(id);
    expect((await wire.line((message) => message.id === "d")).result).toMatchObject({
      structuredContent: { error: { code: "CONFIRMATION_DECLINED" } },
    });
  });

  test("a server that stops cancels its question", async () => {
    const { notes, wire, id } = await asking({ elicitation: {} }, { shutdownMs: 600_000 });
    wire.stop();
    expect(await wire.exit).toBe(0);
    const takenBack = await wire.line(({ method }) => method === "notifications/cancelled");
    expect([(takenBack.params as JsonObject).requestId, notes.length]).toEqual([id, 1]);
  });

  test("the user is not asked when the input has ended before the question", async () => {
    const { notes, wire } = open({ shutdownMs: 600_000 });
    await wire.request("initialize", { protocolVersion: "2025-06-18", capabilities: { elicitation: {} }, clientInfo });
    wire.send({ id: "d", method: "tools/call", params: { name: "note_manage", arguments: deletion } });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect((await wire.line((message) => message.id === "d")).result).toMatchObject({ isError: true });
    expect(notes).toHaveLength(1);
  });

  test("the reply that a later revision would send with the call counts for nothing", async () => {
    const modern = await begun();
    modern.wire.stdin.end();
    const { notes, wire, id } = await asking();
    wire.send({ id, result: { action: "decline" } });
    await wire.line((message) => message.id === "d");
    const inputResponses = { [modern.key]: { action: "accept", content: {} } };
    wire.send({ id: "e", method: "tools/call", params: { name: "note_manage", arguments: deletion, inputResponses } });
    const again = await wire.line(({ method, id: other }) => method === "elicitation/create" && other !== id);
    wire.send({ id: again.id as number, result: { action: "decline" } });
    expect((await wire.line((message) => message.id === "e")).result).toMatchObject({ isError: true });
    expect(notes).toHaveLength(1);
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });
});
