import { Client as ModernClient } from "@modelcontextprotocol/client";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import type { CallContext } from "../../src/runtime/ports.ts";
import type { ErasedHandler } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { newStateKey } from "../../src/server/question-state.ts";
import { handlers, type NotesDeps, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";
import { ClientStreams } from "./client-streams.ts";
import { modernEnvelope, openWire } from "./wire.ts";

// Questions with names of the handler's: several at once, several rounds, and the state that goes out signed and comes back.

const listed = (title: string) => ok([{ title, priority: 5, by: "" }]);
const nameField = { name: { type: "string", required: true } } as const;

const asksAtOnce: ErasedHandler<NotesDeps> = async (_input, _deps, { elicit, sample, roots }: CallContext) => {
  const [reply, greeting, folders] = await Promise.all([
    elicit({ key: "user_name", message: "Who are you?", fields: nameField }),
    sample({ prompt: "Greet", maxTokens: 9 }),
    roots({ key: "folders" }),
  ]);
  const name = reply.reply === "accepted" ? reply.values.name : reply.reply;
  return listed(`${greeting.text} ${name} ${folders.map(({ uri }) => uri).join(" ")}`);
};

const asksInTurn: ErasedHandler<NotesDeps> = async (_input, _deps, { elicit }: CallContext) => {
  const first = await elicit({ key: "step1", message: "Who?", fields: nameField });
  if (first.reply !== "accepted") return listed("nothing");
  const message = `What does ${first.values.name} like?`;
  const second = await elicit({ key: "step2", message, fields: nameField });
  return listed(second.reply === "accepted" ? `${first.values.name}: ${second.values.name}` : "half");
};

function open(handler: ErasedHandler<NotesDeps>, options: Parameters<typeof openWire>[0] = {}) {
  const registry = notesRegistry({}, { ...handlers, note_list: handler });
  return openWire({ registry, ...options }, openNotes({ registry }));
}

describe("questions that are put at once", () => {
  const capabilities = { elicitation: {}, sampling: {}, roots: {} };
  const clientInfo = { name: "test", version: "1" };
  const accepted = { action: "accept", content: { name: "Ann" } } as const;
  const written = { role: "assistant", model: "m", content: { type: "text", text: "Hello" } } as const;
  const folders = { roots: [{ uri: "file:///a" }, { uri: "file:///b", name: "B" }] };
  const expected = { result: { items: [{ title: "Hello Ann file:///a file:///b" }] } };

  test("SDK 1.x", async () => {
    const client = new InstalledClient(clientInfo, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, async () => accepted);
    client.setRequestHandler(CreateMessageRequestSchema, async () => written);
    client.setRequestHandler(ListRootsRequestSchema, async () => folders);
    await client.connect(new ClientStreams(open(asksAtOnce)) as never);
    const { structuredContent } = await client.callTool({ name: "note_list", arguments: {} });
    expect({ result: structuredContent }).toMatchObject(expected);
    await client.close();
  });

  test.each(["legacy", { pin: "2026-07-28" }] as const)("SDK 2.x, %j", async (mode) => {
    const client = new ModernClient(clientInfo, { capabilities, versionNegotiation: { mode } });
    const asked: string[] = [];
    const noting = <Reply>(method: string, reply: Reply): Reply => {
      asked.push(method);
      return reply;
    };
    client.setRequestHandler("elicitation/create", async ({ method }) => noting(method, accepted));
    client.setRequestHandler("sampling/createMessage", async ({ method }) => noting(method, written));
    client.setRequestHandler("roots/list", async ({ method }) => noting(method, folders));
    await client.connect(new ClientStreams(open(asksAtOnce)) as never);
    const { structuredContent } = await client.callTool({ name: "note_list", arguments: {} });
    expect({ result: structuredContent }).toMatchObject(expected);
    expect(asked.sort()).toEqual(["elicitation/create", "roots/list", "sampling/createMessage"]);
    await client.close();
  });
});

const capable = { elicitation: {}, sampling: {}, roots: {} };
const reply = (name: string) => ({ action: "accept", content: { name } });

/** A `tools/call` of 2026-07-28. */
function call(wire: ReturnType<typeof openWire>, more: JsonObject = {}, capabilities: JsonObject = capable) {
  const _meta = { ...modernEnvelope, "io.modelcontextprotocol/clientCapabilities": capabilities };
  return wire.request("tools/call", { name: "note_list", arguments: {}, _meta, ...more });
}

function asked({ result }: JsonObject): { readonly keys: string[]; readonly state: string } {
  if (!isJsonObject(result) || !isJsonObject(result.inputRequests)) throw new Error(JSON.stringify(result));
  return { keys: Object.keys(result.inputRequests), state: String(result.requestState) };
}

const listedIn = ({ result }: JsonObject) => (isJsonObject(result) ? result.structuredContent : undefined);
const refused = { error: { code: -32602, message: expect.stringContaining('"requestState" is not what this server') } };

describe("the state", () => {
  afterEach(() => void vi.useRealTimers());

  test("holds the replies to earlier questions, so that the last request brings only the last one", async () => {
    const wire = open(asksInTurn);
    const one = asked(await call(wire));
    expect(one.keys).toEqual(["step1"]);
    const two = asked(await call(wire, { inputResponses: { step1: reply("Ann") }, requestState: one.state }));
    expect(two.keys).toEqual(["step2"]);
    expect(two.state).not.toBe(one.state);
    const last = await call(wire, { inputResponses: { step2: reply("tea"), other: 5 }, requestState: two.state });
    expect(listedIn(last)).toMatchObject({ items: [{ title: "Ann: tea" }] });
  });

  test("is refused when it was changed, is of another call, or has expired", async () => {
    const wire = open(asksInTurn);
    const { state } = asked(await call(wire));
    const inputResponses = { step1: reply("Ann") };
    const [version = "", body = "", mac = ""] = state.split(".");
    const text = Buffer.from(body, "base64url").toString().replace("step1", "step2");
    const changed = [version, Buffer.from(text).toString("base64url"), mac].join(".");
    for (const requestState of [`${state}x`, changed, "", "v1..", '{"step1":{}}']) {
      expect(await call(wire, { inputResponses, requestState })).toMatchObject(refused);
    }
    for (const other of [{ arguments: { limit: 1 } }, { name: "note_add" }]) {
      expect(await call(wire, { inputResponses, requestState: state, ...other })).toMatchObject(refused);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * 60_000 });
    expect(await call(wire, { inputResponses, requestState: state })).toMatchObject(refused);
  });

  test("is good in another process that has the same key, and in no other", async () => {
    const stateKey = newStateKey();
    const { state } = asked(await call(open(asksInTurn, { stateKey })));
    const more = { inputResponses: { step1: reply("Ann") }, requestState: state };
    expect(asked(await call(open(asksInTurn, { stateKey }), more)).keys).toEqual(["step2"]);
    expect(await call(open(asksInTurn), more)).toMatchObject(refused);
  });

  test("a reply counts for the question that was asked, not for another one of the same name", async () => {
    let message = "Delete 3?";
    const changing: ErasedHandler<NotesDeps> = async (_input, _deps, { elicit }: CallContext) =>
      listed((await elicit({ key: "sure", message, fields: nameField })).reply);
    const wire = open(changing);
    const { state } = asked(await call(wire));
    message = "Delete 300?";
    const again = await call(wire, { inputResponses: { sure: reply("yes") }, requestState: state });
    const more = { inputResponses: { sure: reply("yes") }, requestState: asked(again).state };
    expect(listedIn(await call(wire, more))).toMatchObject({ items: [{ title: "accepted" }] });
  });

  test.each([{ sure: { roots: [] } }, { sure: 5 }, { sure: null }, { sure: { action: "yes" } }])(
    "what is not a reply to it is asked for again: %j",
    async (inputResponses) => {
      const handler: ErasedHandler<NotesDeps> = async (_input, _deps, { elicit }: CallContext) =>
        listed((await elicit({ key: "sure", message: "Sure?", fields: nameField })).reply);
      expect(asked(await call(open(handler), { inputResponses })).keys).toEqual(["sure"]);
    },
  );
});

describe("mistakes of handlers", () => {
  test.each(["", "__proto__", "a b", "x".repeat(65)])("a key may not be %j", async (key) => {
    const handler: ErasedHandler<NotesDeps> = async (_input, _deps, { elicit }: CallContext) =>
      listed((await elicit({ key, message: "Sure?", fields: nameField })).reply);
    expect(listedIn(await call(open(handler)))).toMatchObject({ error: { code: "INTERNAL" } });
  });

  test("two questions may not have one key", async () => {
    const handler: ErasedHandler<NotesDeps> = async (_input, _deps, { elicit }: CallContext) => {
      await elicit({ key: "a", message: "Sure?", fields: nameField });
      return listed((await elicit({ key: "a", message: "Really?", fields: nameField })).reply);
    };
    const wire = open(handler);
    const { state } = asked(await call(wire));
    const answer = await call(wire, { inputResponses: { a: reply("yes") }, requestState: state });
    expect(listedIn(answer)).toMatchObject({ error: { code: "INTERNAL" } });
  });

  test("a question that follows one without a reply is not sent", async () => {
    const handler: ErasedHandler<NotesDeps> = async (_input, _deps, { elicit }: CallContext) => {
      await elicit({ key: "a", message: "Sure?", fields: nameField });
      return listed((await elicit({ key: "b", message: "Really?", fields: nameField })).reply);
    };
    expect(asked(await call(open(handler))).keys).toEqual(["a"]);
  });
});

test.each(["sampling", "roots"] as const)(
  "a call that needs %s of a client without it is the protocol's error",
  async (needed) => {
    const handler: ErasedHandler<NotesDeps> = async (_input, _deps, { sample, roots }: CallContext) => {
      if (needed === "sampling") await sample({ prompt: "Greet", maxTokens: 9 });
      return listed(String((await roots()).length));
    };
    const error = {
      code: -32021,
      message: `Missing required client capability: ${needed}`,
      data: { requiredCapabilities: { [needed]: {} } },
    };
    for (const fastPath of ["on", "off"] as const) {
      expect(await call(open(handler, { fastPath }), {}, {})).toMatchObject({ error });
    }
  },
);
