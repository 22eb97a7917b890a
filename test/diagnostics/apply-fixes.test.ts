import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFixes, editText, fixSources } from "../../src/diagnostics/apply-fixes.ts";
import { type Diagnostic, diagnostic } from "../../src/diagnostics/diagnostic.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";

const file: SourceFile = { path: "schema/a.yaml", text: "0123456789" };

type Edit = readonly [start: number, end: number, text: string, file?: SourceFile];

/** A finding at its first edit, whose fix makes these edits. */
function fixing(...edits: readonly Edit[]): Diagnostic {
  const spans = edits.map(([start, end, text, of = file]) => ({ span: { file: of, start, end }, text }));
  const place = spans[0]?.span ?? { file, start: 0, end: 0 };
  return diagnostic("unknown-type", { name: edits.join("|") }, place, { fix: { title: "mend it", edits: spans } });
}

const textOf = (...findings: readonly Diagnostic[]) => applyFixes(findings).files.map(({ text }) => text);

describe("a round of fixes", () => {
  it("replaces, removes and inserts, and keeps the rest", () => {
    expect(textOf(fixing([0, 1, "zero"]), fixing([2, 4, ""]), fixing([6, 6, "-"]))).toEqual(["zero145-6789"]);
  });

  it("does the edits of one fix together, in several files too", () => {
    const other = { path: "schema/b.yaml", text: "abc" };
    const { files } = applyFixes([fixing([9, 10, "!"], [0, 1, "?", other])]);
    expect(files.map(({ before, text }) => [before.path, text])).toEqual([
      ["schema/a.yaml", "012345678!"],
      ["schema/b.yaml", "?bc"],
    ]);
  });

  it("lets the first of two that overlap win; the other waits as a whole", () => {
    const first = fixing([2, 5, "x"]);
    const second = fixing([4, 6, "y"], [8, 9, "z"]);
    const round = applyFixes([second, first]);
    expect(round.files.map(({ text }) => text)).toEqual(["01x56789"]);
    expect(round.applied).toEqual([first]);
    expect(round.waiting).toEqual([second]);
  });

  it.each<[string, Edit, Edit, boolean]>([
    ["neighbours", [2, 4, "x"], [4, 6, "y"], false],
    ["two insertions at one place", [3, 3, "x"], [3, 3, "y"], true],
    ["an insertion at the beginning of a removal", [3, 3, "x"], [3, 5, ""], true],
    ["an insertion at the end of a removal", [3, 5, ""], [5, 5, "x"], true],
    ["an insertion inside of a removal", [3, 6, ""], [4, 4, "x"], true],
    ["one inside of the other", [1, 9, "x"], [3, 4, "y"], true],
  ])("%s", (_, a, b, overlapping) => {
    expect(applyFixes([fixing(a), fixing(b)]).waiting).toHaveLength(overlapping ? 1 : 0);
  });

  it("takes two fixes that say the same for one", () => {
    const round = applyFixes([fixing([2, 5, "x"]), fixing([2, 5, "x"])]);
    expect(round.files.map(({ text }) => text)).toEqual(["01x56789"]);
    expect(round.applied).toHaveLength(2);
  });

  it("leaves alone what was found in another state of the text", () => {
    const newer = { ...file, text: "0123456789 and more" };
    const round = applyFixes([fixing([0, 1, "x"]), fixing([5, 6, "y", newer])]);
    expect(round.files.map(({ text }) => text)).toEqual(["x123456789"]);
    expect(round.waiting).toHaveLength(1);
  });

  it("names no file whose text stays the same", () => {
    expect(applyFixes([fixing([0, 1, "0"])]).files).toEqual([]);
    expect(applyFixes([]).files).toEqual([]);
  });

  it.each<[string, readonly Edit[]]>([
    ["beyond the end", [[9, 11, "x"]]],
    ["before the beginning", [[-1, 1, "x"]]],
    ["backwards", [[5, 4, "x"]]],
  ])("refuses an edit %s as a fault of ours", (_, edits) => {
    expect(() => applyFixes([fixing(...edits)])).toThrow("invariant: 'mend it' is outside its text");
  });

  it("refuses a fix that overlaps itself as a fault of ours", () => {
    expect(() => applyFixes([fixing([0, 3, "x"], [2, 4, "y"])])).toThrow("invariant: 'mend it' overlaps itself");
  });

  it("keeps, for any edits, all that lies outside of those it applied", () => {
    const edit = fc
      .tuple(fc.nat(10), fc.nat(10), fc.string({ maxLength: 3 }))
      .map(([a, b, text]): Edit => [Math.min(a, b), Math.max(a, b), text]);
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        const { files, applied, waiting } = applyFixes(edits.map((each) => fixing(each)));
        expect(applied.length + waiting.length).toBe(edits.length);
        const spans = applied.flatMap(({ fix }) => fix?.edits ?? []);
        const kept = [...file.text].filter((_, at) => !spans.some(({ span }) => span.start <= at && at < span.end));
        const put = new Map(spans.map((each) => [`${each.span.start}-${each.span.end}`, each.text]));
        const length = kept.length + [...put.values()].reduce((sum, text) => sum + text.length, 0);
        expect((files[0]?.text ?? file.text).length).toBe(length);
      }),
    );
  });
});

describe("a text with edits", () => {
  it("does not depend on their order", () => {
    const edits = [
      { span: { file, start: 5, end: 6 }, text: "five" },
      { span: { file, start: 0, end: 0 }, text: "<" },
    ];
    expect(editText(file.text, edits)).toBe("<01234five6789");
    expect(editText(file.text, edits.toReversed())).toBe("<01234five6789");
  });
});

describe("fixing until nothing is left", () => {
  /** Says of every capital that it should be the small letter, one at a time. */
  const oneAtATime = (sources: readonly SourceFile[]) =>
    sources.flatMap((of) => {
      const at = of.text.search(/[A-Z]/);
      return at === -1 ? [] : [fixing([at, at + 1, of.text.charAt(at).toLowerCase(), of])];
    });

  it("judges again after each round", () => {
    const { sources, applied, remaining } = fixSources([{ path: "a", text: "aBcDe" }], oneAtATime);
    expect(sources.map(({ text }) => text)).toEqual(["abcde"]);
    expect(applied).toHaveLength(2);
    expect(remaining).toEqual([]);
  });

  it("ends when two rules undo each other", () => {
    let rounds = 0;
    const flip = (sources: readonly SourceFile[]) => {
      rounds++;
      return sources.map((of) => fixing([0, 1, of.text === "a" ? "b" : "a", of]));
    };
    fixSources([{ path: "a", text: "a" }], flip);
    expect(rounds).toBeLessThan(20);
  });

  it("gives a file its text back when a fix makes it no YAML", () => {
    const judge = (sources: readonly SourceFile[]) =>
      sources.map((of) => {
        if (!of.text.includes("{")) return fixing([0, 0, of.path === "bad" ? "{" : "ok: ", of]);
        return diagnostic("yaml-syntax", { problem: "'{' is not closed" }, { file: of, start: 0, end: 1 });
      });
    const before = [
      { path: "bad", text: "a: 1" },
      { path: "good", text: "b: 1" },
    ];
    const done = (sources: readonly SourceFile[]) =>
      judge(sources).filter(({ span }) => span?.file.text.startsWith("ok") !== true);
    const { sources, applied, remaining } = fixSources(before, done);
    expect(sources).toEqual([before[0], { path: "good", text: "ok: b: 1" }]);
    expect(applied.map(({ span }) => span?.file.path)).toEqual(["good"]);
    expect(remaining.map(({ code }) => code)).toEqual(["unknown-type"]);
  });
});
