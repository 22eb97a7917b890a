import { describe, expect, it } from "vitest";
import type { ComparedCatalog } from "../../../src/compiler/diff/compared.ts";
import { diff } from "../../../src/compiler/diff/diff.ts";
import { toolWith } from "../../schema/arbitraries.ts";
import { alias, catalogOf, changed, field, object, type Pair, params, past, text } from "../cases/build.ts";

const advice = (base: ComparedCatalog, head: ComparedCatalog) =>
  diff(base, head, { today: "2026-06-01" }).changes.flatMap(({ migration }) => migration ?? []);
const find = toolWith([field("query")], { name: "note_find" });
const replaced = { since: "0.9.0", sunset: "2026-01-01", replacedBy: "note_search" };

describe("what callers are advised to do", () => {
  it.each<[string, Pair, string]>([
    [
      "a tool that has a successor",
      [catalogOf([{ ...find, deprecated: replaced }]), catalogOf([])],
      "call 'note_search' instead",
    ],
    [
      "a tool under another name",
      [catalogOf([find]), catalogOf([{ ...find, name: "note_search" }])],
      "call 'note_search' instead",
    ],
    [
      "a tool that answers to its old name",
      [catalogOf([find]), catalogOf([{ ...find, name: "note_search", aliases: [alias({ name: "note_find" })] }])],
      "call 'note_search'; 'note_find' keeps working",
    ],
    [
      "an old name that goes",
      changed({ aliases: [alias({ deprecated: past })] }, { aliases: [] }),
      "call 'note_create' instead of 'add_note'",
    ],
    [
      "an old name that comes",
      changed({ aliases: [] }, { aliases: [alias({ deprecated: { since: "1.0.0", sunset: "2027-01-01" } })] }),
      "'add_note' keeps working until 2027-01-01",
    ],
    [
      "a param under another name",
      params([field("title")], [field("heading", text, { aliases: [{ name: "title" }] })]),
      "send 'heading'; 'title' is still understood",
    ],
    [
      "a param that had a successor",
      params(
        [field("title", text, { deprecated: { since: "0.9.0", replacedBy: "text" } }), field("text")],
        [field("text")],
      ),
      "send 'text' instead",
    ],
    [
      "a param that every call needs now",
      params([], [field("title", text, { required: true })]),
      "send 'title' with every call",
    ],
    [
      "a param that moved",
      params([field("status"), field("filter", object([]))], [field("filter", object([field("status")]))]),
      "send it as 'filter.status'",
    ],
    [
      "an announced end",
      changed({}, { deprecated: { since: "1.0.0", sunset: "2027-01-01", replacedBy: "note_write" } }),
      "use 'note_write' instead; it stays until 2027-01-01",
    ],
  ])("about %s", (_, [base, head], reported) => {
    expect(advice(base, head)).toContain(reported);
  });

  it("is nothing where nothing helps", () => {
    expect(advice(...params([field("title")], []))).toEqual([]);
    expect(advice(...changed({ result: object([field("a")]) }, { result: object([]) }))).toEqual([]);
  });
});
