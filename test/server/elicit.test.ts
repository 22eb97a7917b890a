import { Client as ModernClient } from "@modelcontextprotocol/client";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { CreateMessageRequestSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { SamplingUnavailable } from "../../src/runtime/errors.ts";
import type { CallContext } from "../../src/runtime/ports.ts";
import type { ErasedHandler } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { handlers, type NotesDeps, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";
import { ClientStreams } from "./client-streams.ts";
import { openWire } from "./wire.ts";

// A handler asks for values, for an address to be opened and for a text of the client's model, through real clients of both eras.

type Reply = {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: { [name: string]: string | number };
};

interface Client {
  readonly capabilities: JsonObject;
  readonly reply?: Reply | (() => Reply);
  readonly written?: string;
}

interface Visit {
  readonly asked: JsonObject[];
  readonly answer: { readonly isError?: boolean | undefined; readonly structuredContent?: unknown };
  /** How many times the handler was called. */
  readonly runs: number;
}

type Visiting = (handler: ErasedHandler<NotesDeps>, client: Client) => Promise<Visit>;

const clientInfo = { name: "test", version: "1" };
const written = (text = "") => ({ role: "assistant", model: "m", content: { type: "text", text } }) as const;
const replyOf = ({ reply = { action: "cancel" } }: Client) => (typeof reply === "function" ? reply() : reply);

function open(handler: ErasedHandler<NotesDeps>) {
  let runs = 0;
  const counted: ErasedHandler<NotesDeps> = (input, deps, call) => {
    runs++;
    return handler(input, deps, call);
  };
  const registry = notesRegistry({}, { ...handlers, note_list: counted });
  const streams = new ClientStreams(openWire({ registry }, openNotes({ registry })));
  return { streams, runs: () => runs };
}

const visitInstalled: Visiting = async (handler, facts) => {
  const { streams, runs } = open(handler);
  const { capabilities } = facts;
  const client = new InstalledClient(clientInfo, { capabilities });
  const asked: JsonObject[] = [];
  if (capabilities.elicitation !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push({ ...params } as JsonObject);
      return { ...replyOf(facts) };
    });
  }
  if (capabilities.sampling !== undefined) {
    client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => {
      asked.push({ ...params } as JsonObject);
      return written(facts.written);
    });
  }
  // The class fits the SDK's Transport; its optional members differ only in exactOptionalPropertyTypes.
  await client.connect(streams as never);
  const answer = await client.callTool({ name: "note_list", arguments: {} });
  await client.close();
  return { asked, answer: answer as Visit["answer"], runs: runs() };
};

const visitModern =
  (mode: "legacy" | { readonly pin: string }): Visiting =>
  async (handler, facts) => {
    const { streams, runs } = open(handler);
    const { capabilities } = facts;
    const client = new ModernClient(clientInfo, { capabilities, versionNegotiation: { mode } });
    const asked: JsonObject[] = [];
    if (capabilities.elicitation !== undefined) {
      client.setRequestHandler("elicitation/create", async ({ params }) => {
        asked.push({ ...params } as JsonObject);
        return { ...replyOf(facts) };
      });
    }
    if (capabilities.sampling !== undefined) {
      client.setRequestHandler("sampling/createMessage", async ({ params }) => {
        asked.push({ ...params } as JsonObject);
        return written(facts.written);
      });
    }
    await client.connect(streams as never);
    const answer = await client.callTool({ name: "note_list", arguments: {} });
    await client.close();
    return { asked, answer, runs: runs() };
  };

const clients: readonly [title: string, visit: Visiting, isOlder: boolean][] = [
  ["SDK 1.x", visitInstalled, true],
  ["SDK 2.x with the handshake", visitModern("legacy"), true],
  ["SDK 2.x at 2026-07-28", visitModern({ pin: "2026-07-28" }), false],
];

const forms = { elicitation: { form: {} } };

/** Puts a form to the user and lists what came back. */
const asksForm: ErasedHandler<NotesDeps> = async (_input, _deps, { elicit }: CallContext) => {
  const answer = await elicit({
    message: "Who pays\nthe bill?",
    fields: {
      name: { type: "string", title: "Name", required: true, maxLength: 5 },
      share: { type: "integer", min: 1, max: 100 },
      way: { type: "enum", values: ["card", "cash"], required: true },
    },
  });
  if (answer.reply !== "accepted") return ok([{ title: answer.reply, priority: 5, by: "" }]);
  const { name, share = 0, way } = answer.values;
  // The type of each value is that of its field.
  const text: `${string} ${number} ${"card" | "cash"}` = `${name} ${share} ${way}`;
  return ok([{ title: "accepted", priority: 5, by: text }]);
};

const listed = (title: string, by: string) => ({ items: [{ title, by }] });

describe.each(clients)("%s", (_title, visit, isOlder) => {
  test("fills in a form, whose values are typed", async () => {
    const reply: Reply = { action: "accept", content: { name: "ann", share: 50, way: "card", other: "x" } };
    const { asked, answer, runs } = await visit(asksForm, { capabilities: forms, reply });
    expect(answer.structuredContent).toMatchObject(listed("accepted", "ann 50 card"));
    expect(asked).toMatchObject([
      {
        message: "Who pays the bill?",
        requestedSchema: {
          type: "object",
          properties: {
            name: { type: "string", title: "Name", maxLength: 5 },
            share: { type: "integer", minimum: 1, maximum: 100 },
            way: { type: "string", enum: ["card", "cash"] },
          },
          required: ["name", "way"],
        },
      },
    ]);
    expect(runs).toBe(2);
  });

  test.each([
    ["decline", "declined"],
    ["cancel", "cancelled"],
  ] as const)("does not fill it in: %s", async (action, title) => {
    const { answer } = await visit(asksForm, { capabilities: forms, reply: { action } });
    expect(answer.structuredContent).toMatchObject(listed(title, ""));
  });

  test("knows no forms: the handler learns it at once", async () => {
    const { asked, answer, runs } = await visit(asksForm, { capabilities: {} });
    expect(answer.structuredContent).toMatchObject(listed("unavailable", ""));
    expect([asked, runs]).toEqual([[], 1]);
  });

  test("answers what the form does not allow: the call fails, and names the field", async () => {
    const reply: Reply = { action: "accept", content: { name: "ann", share: 500, way: "card" } };
    const { answer } = await visit(asksForm, { capabilities: forms, reply });
    // The clients themselves may refuse it; then the answer is as if the user could not be asked.
    expect(answer).toMatchObject({
      structuredContent:
        answer.isError === true
          ? { error: { code: "REPLY_INVALID", violations: [{ path: "/share" }] } }
          : listed("unavailable", ""),
    });
  });

  test("opens an address", async () => {
    const handler: ErasedHandler<NotesDeps> = async (_input, _deps, { elicit }: CallContext) => {
      const { reply } = await elicit({ message: "Sign in", url: "https://example.org/sign-in" });
      return ok([{ title: reply, priority: 5, by: "" }]);
    };
    const urls = { elicitation: { url: {} } };
    const { asked, answer } = await visit(handler, { capabilities: urls, reply: { action: "accept" } });
    expect(answer.structuredContent).toMatchObject(listed("accepted", ""));
    expect(asked).toMatchObject([{ mode: "url", message: "Sign in", url: "https://example.org/sign-in" }]);
    expect(asked.map(({ elicitationId }) => typeof elicitationId)).toEqual([isOlder ? "string" : "undefined"]);
    const without = await visit(handler, { capabilities: forms, reply: { action: "accept" } });
    expect(without.answer.structuredContent).toMatchObject(listed("unavailable", ""));
    expect(without.asked).toEqual([]);
  });

  const samples: ErasedHandler<NotesDeps> = async (_input, _deps, { sample, elicit }: CallContext) => {
    const name = await elicit({ message: "Name?", fields: { name: { type: "string" } } });
    const { text, model } = await sample({ prompt: "Write", system: "Be short", maxTokens: 20 });
    return ok([{ title: model, priority: 5, by: `${text} ${name.reply}` }]);
  };

  test("writes a text by its model, after another question", async () => {
    const capabilities = { sampling: {}, elicitation: {} };
    const reply: Reply = { action: "accept", content: {} };
    const { asked, answer } = await visit(samples, { capabilities, reply, written: "a verse" });
    expect(answer.structuredContent).toMatchObject(listed("m", "a verse accepted"));
    expect(asked.at(-1)).toMatchObject({
      messages: [{ role: "user", content: { type: "text", text: "Write" } }],
      systemPrompt: "Be short",
      maxTokens: 20,
    });
  });

  test("writes none: the error says so, and a handler may go on without", async () => {
    // Since 2026-07-28 the protocol has an error for it, which the client throws.
    const alone = visit(samples, { capabilities: {} });
    if (isOlder) {
      const error = { code: "SAMPLING_UNAVAILABLE" };
      expect((await alone).answer).toMatchObject({ isError: true, structuredContent: { error } });
    } else await expect(alone).rejects.toMatchObject({ code: -32021 });
    const tolerant: ErasedHandler<NotesDeps> = async (_input, _deps, { sample }: CallContext) => {
      try {
        return ok([{ title: (await sample({ prompt: "Write", maxTokens: 20 })).text, priority: 5, by: "" }]);
      } catch (error) {
        if (!(error instanceof SamplingUnavailable)) throw error;
        return ok([{ title: "by hand", priority: 5, by: "" }]);
      }
    };
    expect((await visit(tolerant, { capabilities: {} })).answer.structuredContent).toMatchObject(listed("by hand", ""));
  });
});

test.each(["http://example.org/", "javascript:alert(1)", "https://ann:secret@example.org/", "sign-in"])(
  "the address %s is never sent",
  async (url) => {
    const handler: ErasedHandler<NotesDeps> = async (_input, _deps, { elicit }: CallContext) => {
      await elicit({ message: "Sign in", url });
      return ok([]);
    };
    const { asked, answer } = await visitInstalled(handler, {
      capabilities: { elicitation: { url: {} } },
      reply: { action: "accept" },
    });
    expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: "INTERNAL" } } });
    expect(asked).toEqual([]);
  },
);
