import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTextFilter } from "../../src/runtime/denied-names.ts";
import type { OfferCall, PromptTable } from "../../src/runtime/offers.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import { createPrompts, filledIn } from "../../src/runtime/prompts.ts";
import { capabilitiesOf } from "../../src/server/server-facts.ts";
import { notesRegistry } from "./notes-catalog.ts";

const call: OfferCall = {
  signal: new AbortController().signal,
  caller: { client: undefined, transport: "in-process", identity: undefined },
};
const table: PromptTable<{ readonly deps: true }> = {
  clean: {
    description: "Clean up. Uses note_purge.",
    arguments: [{ name: "note", description: "Which one", required: true }],
    messages: [{ role: "user", text: "Look at {{note}}. Then call note_purge." }],
  },
};

const unopened = async () => {
  throw new Error("the host was opened");
};
const filter = createTextFilter(
  { tools: { note_purge: {}, note_list: {} }, aliases: {} },
  createPolicy({ deny: ["note_purge"] }),
);

describe("prompts", () => {
  it("put any value in as it is", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(filledIn("<{{a}}|{{b}}|{{c}}>", { a, b })).toBe(`<${a}|${b}|>`);
      }),
    );
  });

  it("name no denied tool, change nothing in what the user gave, and open no host for a text", async () => {
    const prompts = createPrompts(table, { deps: unopened, filter });
    expect(prompts.list()).toMatchObject([{ description: "Clean up." }]);
    expect(await prompts.get("clean", { note: "note_purge" }, call)).toMatchObject({
      description: "Clean up.",
      messages: [{ content: { text: "Look at note_purge." } }],
    });
  });

  it("are known to callers by other names than to their texts and handlers", async () => {
    const spelled: PromptTable<{ readonly deps: true }> = {
      "look-at": {
        description: "Look.",
        arguments: [{ name: "noteTitle", own: "note_title", required: true }],
        messages: [{ role: "user", text: "Look at {{note_title}}." }],
      },
      "hand-made": {
        description: "Look.",
        arguments: [{ name: "noteTitle", own: "note_title", required: false }],
        load: async () => (given) => [{ role: "user", text: JSON.stringify(given) }],
      },
    };
    const prompts = createPrompts(spelled, { deps: async () => ({ deps: true as const }), filter });
    expect(prompts.list()).toMatchObject([{ name: "look-at", arguments: [{ name: "noteTitle", required: true }] }, {}]);
    expect(JSON.stringify(prompts.list())).not.toContain("note_title");
    const given = { noteTitle: "Milk", note_title: "ignored" };
    expect(await prompts.get("look-at", given, call)).toMatchObject({
      messages: [{ content: { text: "Look at Milk." } }],
    });
    expect(await prompts.get("hand-made", given, call)).toMatchObject({
      messages: [{ content: { text: '{"note_title":"Milk"}' } }],
    });
    expect(await prompts.get("look-at", {}, call)).toEqual({
      kind: "refused",
      message: "the prompt 'look-at' needs the argument 'noteTitle'",
    });
  });

  it.each([
    ["a text", "hello"],
    ["nothing", undefined],
    ["null", null],
    ["an object", { text: "hello" }],
  ])("say what their handler has to return when it returns %s", async (found, returned) => {
    // As a handler of JavaScript would.
    const load = async () => (() => returned) as never;
    const prompts = createPrompts(
      { late: { description: "Late.", arguments: [], load } },
      { deps: async () => ({ deps: true as const }), filter },
    );
    await expect(prompts.get("late", {}, call)).rejects.toThrow(
      `the handler of the prompt 'late' must return a list of messages, { messages } or { refused: "why" }; it returned ${found}`,
    );
  });

  it("are no capability of a catalog without them", () => {
    expect(capabilitiesOf(notesRegistry())).toEqual({ tools: {}, resources: {} });
    expect(capabilitiesOf({ prompts: async () => ({}), completes: true })).toEqual({
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
    });
  });
});
