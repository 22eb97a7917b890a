import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../src/runtime/call-state.ts";
import { declareError } from "../../src/runtime/errors.ts";
import type { CallContext } from "../../src/runtime/ports.ts";
import type { ErasedHandler, Registry } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { handlers, type NotesDeps, notesRegistry, openNotes } from "./notes-catalog.ts";
import { errorOf, noticesOf, valueOfAnswer } from "./read-answer.ts";

/** What note_create's handler gets about the params that the caller left out. */
async function defaultedIn(name: string, given: unknown, change = (registry: Registry<NotesDeps>) => registry) {
  let reported: readonly string[] = [];
  const spy: ErasedHandler<NotesDeps> = (_input, _deps, call: CallContext<"required">) => {
    reported = call.defaulted;
    return ok({ title: "x", priority: 5, by: "ann" });
  };
  const world = openNotes({ registry: change(notesRegistry({}, { ...handlers, note_create: spy })) });
  await world.login();
  valueOfAnswer(await world.call(name, given));
  return reported;
}

describe("a handler knows which params hold a default that the caller did not send", () => {
  test("those left out, but not those sent with the same value", async () => {
    expect(await defaultedIn("note_create", { title: "x" })).toEqual(["tags", "priority"]);
    expect(await defaultedIn("note_create", { title: "x", priority: 5 })).toEqual(["tags"]);
    expect(await defaultedIn("note_create", { title: "x", priority: 5, tags: [] })).toEqual([]);
  });
  test("under an old name: what its table did not supply either", async () => {
    expect(await defaultedIn("add_note", { headline: "x" })).toEqual(["tags"]);
  });
  test("under an old name with a function: what the function did not supply", async () => {
    expect(await defaultedIn("store_note", { words: ["x"] })).toEqual(["tags", "priority"]);
    expect(await defaultedIn("store_note", { words: ["x"], urgent: true })).toEqual(["tags"]);
  });
  test("never a param whose default was taken off because the action does not take it", async () => {
    const byKind = (registry: Registry<NotesDeps>): Registry<NotesDeps> => {
      const { note_create: entry } = registry.tools;
      if (entry === undefined) throw new Error("invariant: the catalog has note_create");
      const cases = [
        { action: "idea", requires: [], optional: ["priority"] },
        { action: "task", requires: [], optional: ["tags"] },
      ];
      return { ...registry, tools: { ...registry.tools, note_create: { ...entry, actions: { by: "kind", cases } } } };
    };
    expect(await defaultedIn("note_create", { title: "x", kind: "idea" }, byKind)).toEqual(["priority"]);
  });
});

/** note_list with this handler, called with these facts beside its arguments. */
async function listBy(handler: ErasedHandler<NotesDeps>, facts: Partial<ToolCall> = {}) {
  const world = openNotes({ registry: notesRegistry({}, { ...handlers, note_list: handler }) });
  return { world, answer: await world.call("note_list", {}, facts) };
}

describe("the members of the context work when they are taken out of it", () => {
  test("progress, with and without a caller that asked for it", async () => {
    const handler: ErasedHandler<NotesDeps> = (_input, _deps, { progress }: CallContext) => {
      progress(1, 2, "half");
      return ok([]);
    };
    const reports: unknown[] = [];
    await listBy(handler, { progress: (...report) => reports.push(report) });
    expect(reports).toEqual([[1, 2, "half"]]);
    expect(valueOfAnswer((await listBy(handler)).answer)).toEqual({ items: [], count: 0 });
  });
  test("notice", async () => {
    const handler: ErasedHandler<NotesDeps> = (_input, _deps, { notice }: CallContext) => {
      notice("the list is old");
      return ok([]);
    };
    expect(noticesOf((await listBy(handler)).answer)).toEqual(["the list is old"]);
  });
  test("the handle of the session", async () => {
    const handler: ErasedHandler<NotesDeps> = (_input, _deps, { adoptSession, leaveSession }: CallContext) => {
      leaveSession();
      adoptSession("h");
      return ok([]);
    };
    expect((await listBy(handler)).world.connection.sessionHandle).toBe("h");
  });
  test("the log, which names tool and call", async () => {
    const handler: ErasedHandler<NotesDeps> = (_input, _deps, { log }: CallContext) => {
      log.info("looked", { found: 0 });
      log.warn("looked again");
      return ok([]);
    };
    const { world } = await listBy(handler);
    const [first, second] = world.lines;
    const call = expect.stringMatching(/^[\w-]{12}$/);
    expect(first).toEqual({ level: "info", message: "looked", fields: { found: 0, tool: "note_list", call } });
    expect(second).toEqual({
      level: "warn",
      message: "looked again",
      fields: { tool: "note_list", call: first?.fields?.call },
    });
  });
  test("what came in `_meta`", async () => {
    const seen: unknown[] = [];
    const handler: ErasedHandler<NotesDeps> = (_input, _deps, { meta }: CallContext) => {
      seen.push(meta);
      return ok([]);
    };
    await listBy(handler, { meta: { "acme/trace": "t1" } });
    await listBy(handler);
    expect(seen).toEqual([{ "acme/trace": "t1" }, {}]);
  });
});

describe("an error that the tool does not declare", () => {
  const gone = declareError<"GONE", { title: string }>({
    name: "GONE",
    number: -32002,
    message: "'{title}' is gone",
    retry: "never",
  });
  const open = (handler: ErasedHandler<NotesDeps>) =>
    openNotes({ registry: notesRegistry({}, { ...handlers, note_list: handler }) });
  test.each<[string, ErasedHandler<NotesDeps>]>([
    ["returned", () => gone({ title: "Milk" })],
    [
      "thrown",
      () => {
        throw gone({ title: "Milk" });
      },
    ],
  ])("reaches the caller, and is logged for the operator: %s", async (_how, handler) => {
    const world = open(handler);
    expect(errorOf(await world.call("note_list"))).toMatchObject({ code: "GONE", message: "'Milk' is gone" });
    expect(world.lines.filter(({ level }) => level === "error")).toEqual([
      {
        level: "error",
        message: "'note_list' raised GONE, which it does not declare; add it to 'errors' of the tool",
        fields: { tool: "note_list", error: "GONE" },
      },
    ]);
  });
  test("one that it declares is not logged", async () => {
    const world = openNotes();
    await world.login();
    const answer = await world.call("note_manage", { action: "delete", title: "Milk", confirm: true });
    expect([errorOf(answer).code, world.lines.filter(({ level }) => level === "error")]).toEqual([
      "NOTE_NOT_FOUND",
      [],
    ]);
  });
});

describe("a declared error that is thrown is the error that was returned", () => {
  const isGone = declareError<"GONE", { title: string }>({
    name: "GONE",
    number: -32002,
    message: "'{title}' is gone",
    retry: "never",
  });
  test.each<[string, ErasedHandler<NotesDeps>]>([
    [
      "at once",
      () => {
        throw isGone({ title: "Milk" });
      },
    ],
    [
      "after a while",
      async () => {
        await Promise.resolve();
        throw isGone({ title: "Milk" });
      },
    ],
  ])("%s", async (_title, handler) => {
    const returned = await listBy(() => isGone({ title: "Milk" }));
    const thrown = await listBy(handler);
    expect(errorOf(thrown.answer)).toMatchObject({ code: "GONE", message: "'Milk' is gone" });
    expect(thrown.answer).toEqual(returned.answer);
  });
  test.each([
    { ok: false },
    { ok: false, error: { name: "GONE" } },
    { ...isGone({ title: "x" }), ok: true },
    null,
    "GONE",
  ])("but not whatever else is thrown: %j", async (thrown) => {
    const { answer } = await listBy(() => {
      throw thrown;
    });
    expect(errorOf(answer).code).toBe("INTERNAL");
  });
});
