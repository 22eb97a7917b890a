import { describe, expect, test } from "vitest";
import type { CallContext } from "../../src/runtime/ports.ts";
import type { ErasedHandler, Registry } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { handlers, type NotesDeps, notesRegistry, openNotes } from "./notes-catalog.ts";
import { valueOfAnswer } from "./read-answer.ts";

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
