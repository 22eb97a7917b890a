// What `pegboard lint --fix` does to the golden cases. A case with fixes holds `fixed.diff`: what was done, and the diff.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../src/cli/apply-plan.ts";
import { applyFixes, editText, fixSources } from "../../src/diagnostics/apply-fixes.ts";
import type { CodeRow } from "../../src/diagnostics/codes/code-row.ts";
import { codes } from "../../src/diagnostics/codes.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { positionAt, type SourceFile } from "../../src/diagnostics/source-file.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { caseFindings, caseOptions, caseSources, findingsOf, goldenCases, goldens } from "./golden-case.ts";

const judgeOf = (name: string) => (sources: readonly SourceFile[]) => findingsOf(sources, caseOptions(name));

const fixable = goldenCases().flatMap((name) => {
  const findings = caseFindings(name);
  return findings.some(({ fix }) => fix !== undefined) ? [{ name, findings }] : [];
});

describe("what --fix does", () => {
  it.each(goldenCases())("%s", (name) => {
    const actual = outcomeOf(name);
    const path = join(goldens, name, "fixed.diff");
    if (mayRewriteGoldens()) {
      if (actual === "") rmSync(path, { force: true });
      else writeFileSync(path, actual);
    }
    expect(actual).toBe(existsSync(path) ? readFileSync(path, "utf8") : "");
  });
});

describe.each(fixable)("each fix of $name", ({ name, findings }) => {
  const judge = judgeOf(name);
  const fixable = findings.filter(({ fix }) => fix !== undefined);

  it.each(fixable.map((finding) => [finding.fix?.title ?? "", finding] as const))(
    "%s: resolves its finding and breaks nothing",
    (_, finding) => {
      const { files, applied } = applyFixes([finding]);
      expect(applied).toEqual([finding]);
      const texts = new Map(files.map(({ before, text }) => [before.path, text]));
      const after = judge(caseSources(name).map(({ path, text }) => ({ path, text: texts.get(path) ?? text })));
      const count = (list: readonly Diagnostic[]) => list.filter((found) => isSame(found, finding)).length;
      expect(count(after)).toBeLessThan(count(findings));
      // A finding that hid others may uncover them, but only where the text could not be read.
      if (finding.code.startsWith("yaml-")) return;
      const news = after.filter((found) => found.severity === "error" && !findings.some((old) => isSame(old, found)));
      expect(news.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    },
  );

  it("touches neither comments nor line ends", () => {
    for (const { code, fix } of fixable) {
      for (const { span, text } of fix?.edits ?? []) {
        const gone = span.file.text.slice(span.start, span.end);
        // A suppression that silences nothing is itself what the fix is about.
        if (!code.startsWith("suppression-")) expect(gone).not.toMatch(/(^|\s)#/);
        expect(text).not.toMatch(/[\r\n]/);
        // No line end is cut in two.
        expect(gone.startsWith("\n") && span.file.text[span.start - 1] === "\r").toBe(false);
        expect(gone.endsWith("\r")).toBe(false);
      }
    }
  });

  it("ends, and has nothing left to do", () => {
    const fixed = fixSources(caseSources(name), judge);
    const again = fixSources(fixed.sources, judge);
    expect(again.applied).toEqual([]);
    expect(again.sources).toEqual(fixed.sources);
    expect(fixed.remaining.filter(({ fix }) => fix !== undefined)).toEqual([]);
  });

  it("leaves every byte outside of its edits as it was", () => {
    for (const { before, text } of applyFixes(fixable).files) {
      const edits = fixable
        .flatMap(({ fix }) => fix?.edits ?? [])
        .filter(({ span }) => span.file.path === before.path)
        .toSorted((a, b) => a.span.start - b.span.start);
      const unique = edits.filter(
        (edit, index) =>
          edits.findIndex(({ span }) => span.start === edit.span.start && span.end === edit.span.end) === index,
      );
      let kept = text;
      for (const edit of unique.toReversed()) {
        // Undone from the end, edit by edit, the old text must come back.
        const shift = unique
          .filter(({ span }) => span.start < edit.span.start)
          .reduce((sum, { span, text: put }) => sum + put.length - (span.end - span.start), 0);
        const start = edit.span.start + shift;
        expect(kept.slice(start, start + edit.text.length)).toBe(edit.text);
        kept =
          kept.slice(0, start) +
          before.text.slice(edit.span.start, edit.span.end) +
          kept.slice(start + edit.text.length);
      }
      expect(kept).toBe(before.text);
      expect(editText(before.text, unique)).toBe(text);
    }
  });
});

it("says of a code that it can be fixed exactly where some case is", () => {
  const fixed = new Set(
    fixable.flatMap(({ findings }) => findings.flatMap(({ code, fix }) => (fix === undefined ? [] : [code]))),
  );
  const rows: readonly (readonly [string, CodeRow])[] = Object.entries(codes);
  expect(rows.flatMap(([code, row]) => (row.fixable === true ? [code] : [])).sort()).toEqual([...fixed].sort());
});

function outcomeOf(name: string): string {
  const before = caseSources(name);
  const { sources, applied } = fixSources(before, judgeOf(name));
  const done = applied.map(({ code, span, fix }) => {
    if (span === undefined) return `${code}: ${fix?.title}`;
    const { line, column } = positionAt(span.file, span.start);
    return `${span.file.path}:${line}:${column} ${code}: ${fix?.title}`;
  });
  const old = new Map(before.map(({ path, text }) => [path, text]));
  const diffs = sources.flatMap(({ path, text }) => {
    const was = old.get(path) ?? "";
    return was === text ? [] : [unifiedDiff({ status: "update", path, before: was, text })];
  });
  return done.length === 0 ? "" : `${done.join("\n")}\n\n${diffs.join("")}`;
}

function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.message === b.message && a.span?.file.path === b.span?.file.path;
}
