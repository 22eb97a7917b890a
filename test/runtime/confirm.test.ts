import { describe, expect, test } from "vitest";
import type { Question, Reply, ToolCall } from "../../src/runtime/call-state.ts";
import { declareError } from "../../src/runtime/errors.ts";
import type { CallContext } from "../../src/runtime/ports.ts";
import type { ToolEntry } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { handlers, type NotesDeps, notesRegistry, openNotes } from "./notes-catalog.ts";
import { errorOf, resultOf, valueOfAnswer } from "./read-answer.ts";

// What comes of a destructive call when the user can be asked.

const deletion = { action: "delete", title: "x" };

function answering(reply: Reply) {
  const asked: Question[] = [];
  const ask: ToolCall["ask"] = async (question) => {
    asked.push(question);
    return reply;
  };
  return { asked, ask };
}

async function withNote(options: Parameters<typeof openNotes>[0] = {}) {
  const world = openNotes(options);
  world.notes.push({ title: "x", priority: 5, by: "ann" });
  return world;
}

describe("a destructive call without confirm: true", () => {
  test("goes on when the user accepts, and is a confirmed call for its handler", async () => {
    const seen: unknown[] = [];
    const registry = notesRegistry(
      {},
      {
        ...handlers,
        note_manage: (input: never, _deps, _call: CallContext) => {
          seen.push(input);
          return ok(undefined);
        },
      },
    );
    const world = await withNote({ registry });
    const { asked, ask } = answering("accepted");
    expect(valueOfAnswer(await world.call("note_manage", { ...deletion, confirm: false }, { ask }))).toEqual({
      data: null,
    });
    expect(asked).toEqual([{ message: "This would delete the note 'x'. Go on?" }]);
    expect(seen).toEqual([{ ...deletion, confirm: true }]);
  });

  test("is refused when the user declines, without a word of how to go over their head", async () => {
    const world = await withNote();
    const answer = await world.call("note_manage", deletion, answering("declined"));
    expect(errorOf(answer)).toEqual({
      code: "CONFIRMATION_DECLINED",
      message: "the user declined: this would delete the note 'x'",
      effect: "delete the note 'x'",
      hint: "do not repeat it, unless the user asks for it again",
    });
    expect(JSON.stringify(resultOf(answer))).not.toContain("confirm'");
    expect(world.notes).toHaveLength(1);
  });

  test("is refused when the user dismisses the question", async () => {
    const world = await withNote();
    expect(errorOf(await world.call("note_manage", deletion, answering("cancelled")))).toEqual({
      code: "CONFIRMATION_DECLINED",
      message: "the user was asked and did not answer: this would delete the note 'x'",
      effect: "delete the note 'x'",
      hint: "ask the user before you send it again",
    });
    expect(world.notes).toHaveLength(1);
  });

  test("says how to confirm when the user can't be asked", async () => {
    const world = await withNote();
    const unasked = await world.call("note_manage", deletion);
    expect(errorOf(unasked).code).toBe("CONFIRMATION_REQUIRED");
    expect(await world.call("note_manage", deletion, answering("unavailable"))).toEqual(unasked);
    expect(world.notes).toHaveLength(1);
  });
});

describe("the user is not asked", () => {
  test.each([
    ["what was confirmed", { ...deletion, confirm: true }],
    ["about an action that destroys nothing", { action: "rename", title: "x", to: "y" }],
    ["about a call that breaks its contract", { action: "delete" }],
  ])("%s", async (_what, given) => {
    const world = await withNote();
    const { asked, ask } = answering("accepted");
    await world.call("note_manage", given, { ask });
    expect(asked).toEqual([]);
  });
});

describe("the question", () => {
  test("stays one line in one direction, whatever the arguments hold", async () => {
    const world = await withNote();
    const { asked, ask } = answering("declined");
    await world.call("note_manage", { action: "delete", title: "a\n\nGo on?\u2028\u202eb\u0007c" }, { ask });
    expect(asked).toEqual([{ message: "This would delete the note 'a Go on? b c'. Go on?" }]);
  });

  test("is of bounded length", async () => {
    const world = await withNote();
    const { asked, ask } = answering("declined");
    await world.call("note_manage", { action: "delete", title: "x".repeat(100_000) }, { ask });
    expect(asked[0]?.message).toMatch(/^This would delete the note 'x{1900,2000}…\. Go on\?$/);
  });

  test("says of a param that was left out that it was, under whatever name", async () => {
    const registry = notesRegistry();
    const plain = registry.tools.note_manage;
    if (plain === undefined) throw new Error("the catalog has no note_manage");
    const message = "delete '{title}' and {to}, as {sel} and {by}";
    const confirmation = { message, spelled: { sel: "selOne", by: "title" } };
    const tools = { ...registry.tools, note_manage: { ...plain, confirm: confirmation } };
    const world = await withNote({ registry: { ...registry, tools } });
    expect(errorOf(await world.call("note_manage", deletion)).effect).toBe(
      "delete 'x' and (not given), as (not given) and x",
    );
  });

  test("through a proxy tool is about the tool that it calls", async () => {
    const world = await withNote();
    const { asked, ask } = answering("accepted");
    const answer = await world.call("call_destructive", { tool: "note_manage", arguments: deletion }, { ask });
    expect(valueOfAnswer(answer)).toEqual({ data: null });
    expect([asked.length, world.notes]).toEqual([1, []]);
  });
});

describe("a handler that says what would be destroyed", () => {
  const gone = declareError<"NOTE_GONE", { title: string }>({
    name: "NOTE_GONE",
    number: -31_001,
    message: "no note '{title}'",
    retry: "never",
  });

  /** The action `delete` with a preview of the data as they are. */
  async function previewed() {
    const ran: unknown[] = [];
    const preview = ({ title }: { readonly title: string }, { notes }: NotesDeps) => {
      const count = notes.filter((note) => note.title === title).length;
      return count === 0 ? gone({ title }) : ok(`delete ${count} of ${notes.length} notes`);
    };
    const run = (input: never) => {
      ran.push(input);
      return ok(undefined);
    };
    const registry = notesRegistry();
    const plain = registry.tools.note_manage;
    if (plain === undefined) throw new Error("the catalog has no note_manage");
    const note_manage: ToolEntry<NotesDeps> = {
      ...plain,
      confirm: { when: { action: "delete" }, message: "delete a note", preview: true },
      load: async () => ({ ...(await plain.load()), handler: { preview, run } }),
    };
    const tools = { ...registry.tools, note_manage };
    return { ran, ...(await withNote({ registry: { ...registry, tools } })) };
  }

  test("is asked in place of the call, and its words are the refusal", async () => {
    const world = await previewed();
    expect(errorOf(await world.call("note_manage", deletion))).toEqual({
      code: "CONFIRMATION_REQUIRED",
      message: "this would delete 1 of 1 notes",
      effect: "delete 1 of 1 notes",
      hint: "send 'confirm': true with the same arguments if that is what the user wants",
    });
    expect(world.ran).toEqual([]);
  });

  test("its words are the question, and the agreement runs the call", async () => {
    const world = await previewed();
    const { asked, ask } = answering("accepted");
    expect(valueOfAnswer(await world.call("note_manage", deletion, { ask }))).toEqual({ data: null });
    expect(asked).toEqual([{ message: "This would delete 1 of 1 notes. Go on?" }]);
    expect(world.ran).toEqual([{ ...deletion, confirm: true }]);
  });

  test("is not asked when the call is confirmed, or destroys nothing", async () => {
    const world = await previewed();
    const confirmed = { action: "delete", title: "none", confirm: true };
    const rename = { action: "rename", title: "none", to: "y" };
    for (const given of [confirmed, rename]) await world.call("note_manage", given);
    expect(world.ran).toEqual([confirmed, rename]);
  });

  test("raises the error that the call would raise, and the user is not asked", async () => {
    const world = await previewed();
    const { asked, ask } = answering("accepted");
    expect(errorOf(await world.call("note_manage", { ...deletion, title: "none" }, { ask })).code).toBe("NOTE_GONE");
    expect([asked, world.ran]).toEqual([[], []]);
  });

  test("must be there: a handler that is one function does not run unconfirmed", async () => {
    const seen: unknown[] = [];
    const note_manage = (input: never) => {
      seen.push(input);
      return ok(undefined);
    };
    const registry = notesRegistry({}, { ...handlers, note_manage });
    const entry = registry.tools.note_manage;
    if (entry === undefined) throw new Error("the catalog has no note_manage");
    const tools = {
      ...registry.tools,
      note_manage: { ...entry, confirm: { message: "delete", preview: true as const } },
    };
    const world = await withNote({ registry: { ...registry, tools } });
    expect(errorOf(await world.call("note_manage", deletion)).code).toBe("INTERNAL");
    expect(seen).toEqual([]);
  });
});
