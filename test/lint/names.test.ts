import { describe, expect, it } from "vitest";
import { oddNames, oddParams } from "../../src/compiler/lint/name-habits.ts";
import {
  conceptOfParam,
  foldName,
  shortFormIn,
  singular,
  verbEffectOf,
  verbPlace,
  wordsOf,
} from "../../src/compiler/lint/name-words.ts";

const named = (...names: readonly string[]) => names.map((name) => ({ name, params: [] }));
const ofFamily = (family: string, ...names: readonly string[]) => names.map((name) => ({ name, family, params: [] }));

describe("what a name says", () => {
  it.each([
    ["note_create", ["note", "create"]],
    ["createNote", ["create", "note"]],
    ["Create-Note.v2", ["create", "note", "v2"]],
    ["getHTML", ["get", "html"]],
    ["", []],
  ])("has words: %s", (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });

  it("has the same words whatever was asked before, and is not kept for ever", () => {
    const first = wordsOf("note_create");
    expect(wordsOf("note_create")).toBe(first);
    for (let index = 0; index <= 10_000; index++) expect(wordsOf(`tool_${index}`)).toEqual(["tool", String(index)]);
    expect(wordsOf("note_create")).toEqual(first);
    expect(wordsOf("note_create")).not.toBe(first);
    // A long name, which a hostile list may have, is not kept at all.
    const long = "a_".repeat(60);
    expect(wordsOf(long)).toHaveLength(60);
    expect(wordsOf(long)).not.toBe(wordsOf(long));
  });

  it.each([
    ["note_list", "reads"],
    ["get_note", "reads"],
    ["note_delete", "destroys"],
    ["delete_list", "destroys"],
    ["note_remove_tags", "other"],
    ["note_create", "other"],
    ["recycling", "other"],
  ])("promises a deed: %s %s", (name, verbEffect) => {
    expect(verbEffectOf(name)).toBe(verbEffect);
  });

  it.each([
    ["list_notes", "first"],
    ["note_list", "last"],
    ["search_list", undefined],
    ["note_text", undefined],
    ["list", undefined],
  ])("has its verb somewhere: %s %s", (name, place) => {
    expect(verbPlace(name)).toBe(place);
  });

  it.each([
    ["Note-List", "note_list"],
    ["note.list", "note_list"],
    ["note list", "note_list"],
    ["noteList", "notelist"],
  ])("folds: %s %s", (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });

  it.each([
    ["notes", "note"],
    ["categories", "category"],
    ["status", "status"],
    ["analysis", "analysis"],
    ["class", "class"],
  ])("has a singular: %s %s", (word, one) => {
    expect(singular(word)).toBe(one);
  });

  it("may hold a short form", () => {
    expect(shortFormIn("note_msg_get")).toEqual({ short: "msg", long: "message" });
    expect(shortFormIn("note_message_get")).toBeUndefined();
  });

  it.each([
    ["repo", "repository"],
    ["repo_name", "repositoryName"],
    ["perPage", "limit"],
    ["target_dir", "target_folder"],
  ])("may name one concept: %s and %s", (one, other) => {
    expect(conceptOfParam(one)).toBe(conceptOfParam(other));
  });

  it.each([
    ["note", "notes"],
    ["id", "ids"],
    ["user", "user_id"],
    ["constructor", "toString"],
  ])("may name two: %s and %s", (one, other) => {
    expect(conceptOfParam(one)).not.toBe(conceptOfParam(other));
  });
});

describe("the habits of a catalog", () => {
  const said = (tools: Parameters<typeof oddNames>[0]) => Object.fromEntries(oddNames(tools));

  it("are what three of four names do", () => {
    expect(said(named("list_notes", "get_note", "add_note", "note_find"))).toEqual({});
    expect(said(named("list_notes", "get_note", "add_note", "edit_note", "note_find"))).toEqual({
      note_find: ["ends with its verb; other names begin with it"],
    });
  });

  it("are not reported where there are none", () => {
    expect(said(named("list_notes", "get_note", "note_find", "note_edit"))).toEqual({});
  });

  it("are a family's prefix, whatever its number", () => {
    expect(said(ofFamily("notes", "note_list", "note_get", "notes_import", "note_add", "shelf_find"))).toEqual({
      notes_import: ["uses 'notes'; other names use 'note'"],
      shelf_find: ["does not begin with 'note' like the other names of its family"],
    });
    expect(said(ofFamily("context", "focus_set", "pack_get", "pack_list", "pack_edit"))).toEqual({});
  });

  it("are names of params", () => {
    const tools = [
      { name: "a", params: ["repo", "limit"] },
      { name: "b", params: ["repo"] },
      { name: "c", params: ["repository", "__proto__"] },
    ];
    expect(Object.fromEntries(oddParams(tools))).toEqual({ repository: "repo" });
  });
});
