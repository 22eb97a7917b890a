import { describe, expect, it } from "vitest";
import { soleNearMiss } from "../../src/contract/near-miss.ts";
import { mistyped, replaceWord, respell } from "../../src/diagnostics/mistyped.ts";
import type { Span } from "../../src/diagnostics/source-file.ts";

/** The whole of a text. */
const all = (text: string): Span => ({ file: { path: "a.yaml", text }, start: 0, end: text.length });

const textOf = (fix: ReturnType<typeof respell>) => fix?.edits.map(({ text }) => text).join();

describe("a mistyped name", () => {
  it("is corrected where only one name is nearest", () => {
    expect(mistyped("sumary", all("sumary"), ["summary", "title"])).toEqual({
      help: "did you mean 'summary'?",
      fix: { title: "write 'summary'", edits: [{ span: all("sumary"), text: "summary" }] },
    });
  });

  it("is only pointed out where two are as near", () => {
    expect(mistyped("nane", all("nane"), ["name", "lane"])).toEqual({ help: "did you mean 'lane'?", fix: undefined });
  });

  it("is only pointed out where the name it means is taken", () => {
    expect(mistyped("sumary", all("sumary"), ["summary"], []).fix).toBeUndefined();
    expect(textOf(mistyped("sumary", all("sumary"), ["summary"], ["summary"]).fix)).toBe("summary");
  });

  it("is only pointed out where one letter of two differs, and not even that where there is but one", () => {
    expect(mistyped("dc", all("dc"), ["db"])).toEqual({ help: "did you mean 'db'?", fix: undefined });
    expect(mistyped("b", all("b"), ["a"])).toEqual({ help: "known: a", fix: undefined });
    expect(textOf(mistyped("Db", all("Db"), ["db"]).fix)).toBe("db");
  });

  it("is left to the author where nothing is near", () => {
    expect(mistyped("owner", all("owner"), ["title"])).toEqual({ help: "known: title", fix: undefined });
  });
});

describe("the new name", () => {
  it.each([
    ["sumary", "summary", "summary"],
    ['"sumary"', "summary", '"summary"'],
    ["'sumary'", "summary", "'summary'"],
    ["noteId", "note_id", "note_id"],
  ])("takes the place of %s with its quotes", (written, name, expected) => {
    expect(textOf(respell(all(written), name))).toBe(expected);
  });

  it.each([
    ["an anchor's repetition", "*sumary", "summary"],
    ["more than one word", "a sumary", "summary"],
    ["a text over lines", "|\n  sumary\n", "summary"],
    ["half of a quoted text", '"sumary', "summary"],
    ["an escape", '"su\\u006dary"', "summary"],
    ["a word that is nothing like it", "owner", "summary"],
    ["a word that YAML reads as no text", "nul", "null"],
    ["a name that wants quotes of its own", "not create", "note: create"],
  ])("does not take the place of %s", (_, written, name) => {
    expect(respell(all(written), name)).toBeUndefined();
  });

  it("may be unlike the old one where the caller knows that it is meant", () => {
    expect(textOf(replaceWord(all("owner"), "summary"))).toBe("summary");
    expect(replaceWord(all("*owner"), "summary")).toBeUndefined();
  });
});

describe("the sole near miss", () => {
  it.each([
    ["colr", ["color", "title"], "color"],
    ["rod", ["red", "rad", "green"], undefined],
    ["noteId", ["note_id", "note_ids"], "note_id"],
    ["color", ["color", "color"], "color"],
    ["x", [], undefined],
  ])("of %s among %j is %s", (name, known, expected) => {
    expect(soleNearMiss(name, known)).toBe(expected);
  });
});
