import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTextFilter } from "../../src/runtime/denied-names.ts";
import type { OfferCall, OfferRequest, PromptTable } from "../../src/runtime/offers.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import { createPrompts, filledIn } from "../../src/runtime/prompts.ts";
import { capabilitiesOf } from "../../src/server/server-facts.ts";
import { type LoggedLine, memoryLog, notesRegistry } from "./notes-catalog.ts";

const call: OfferRequest = {
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

const lines: LoggedLine[] = [];
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
    const prompts = createPrompts(table, { deps: unopened, filter, log: memoryLog(lines) });
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
    const prompts = createPrompts(spelled, {
      deps: async () => ({ deps: true as const }),
      filter,
      log: memoryLog(lines),
    });
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
      { deps: async () => ({ deps: true as const }), filter, log: memoryLog(lines) },
    );
    await expect(prompts.get("late", {}, call)).rejects.toThrow(
      `the handler of the prompt 'late' must return a list of messages, { messages } or { refused: "why" }; it returned ${found}`,
    );
  });

  it.each([
    ["list of messages", []],
    ["{ messages }", { messages: [] }],
  ])("of which a handler gives none are its fault, and are not sent: an empty %s", async (_, returned) => {
    const late = { description: "Late.", arguments: [], load: async () => () => returned };
    const prompts = createPrompts({ late }, { deps: async () => ({}), filter, log: memoryLog(lines) });
    await expect(prompts.get("late", {}, call)).rejects.toThrow(
      new Error(
        `the handler of the prompt 'late' returned no message; it must return at least one, or { refused: "why" }`,
      ),
    );
    // As another server gave it.
    const passed = { ...late, load: async () => Object.assign(() => returned, { takesBlank: true as const }) };
    const forwarded = createPrompts({ passed }, { deps: async () => ({}), filter, log: memoryLog(lines) });
    expect(await forwarded.get("passed", {}, call)).toMatchObject({ kind: "found", messages: [] });
  });

  it("have handlers that write lines which name the prompt", async () => {
    const said: LoggedLine[] = [];
    const load =
      async () =>
      (_: never, __: object, { log }: OfferCall) => {
        log.info("made", { id: 1 });
        return [{ role: "user" as const, text: "x" }];
      };
    const table = { late: { description: "Late.", arguments: [], load } };
    await createPrompts(table, { deps: async () => ({}), filter, log: memoryLog(said) }).get("late", {}, call);
    expect(said).toMatchObject([{ level: "info", message: "made", fields: { id: 1, prompt: "late" } }]);
  });

  it("are not a capability of a catalog without them", () => {
    expect(capabilitiesOf(notesRegistry())).toEqual({ tools: {}, resources: {} });
    expect(capabilitiesOf({ prompts: async () => ({}), completes: true })).toEqual({
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
    });
  });
});
