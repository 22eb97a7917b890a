import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { specRules } from "../../src/compiler/catalog/spec-grammar.ts";
import { fixSources } from "../../src/diagnostics/apply-fixes.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { render } from "../../src/diagnostics/render.ts";
import { renderJson } from "../../src/diagnostics/render-json.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { lawCases } from "../law-cases.ts";
import { caseSources, findingsOf, readSchema } from "./golden-case.ts";

const root = join(import.meta.dirname, "../..");
const workbench: readonly SourceFile[] = readSchema(root).map(([path, text]) => ({ path, text }));
const notebook = caseSources("clean");

const words = [
  ...Object.keys(specRules),
  ...["name", "type", "ref", "use", "values", "of", "items", "fields", "required", "default", "aliases", "adapt"],
  ...["__proto__", "constructor", "toString", "enum", "union", "object", "*a", "&a", "<<", "null", "~", "1e999", "''"],
];

/** One change of a text, as an editor, a merge or a bad disk would make it. */
const change = fc.oneof(
  fc.record({ kind: fc.constant("delete-line" as const), at: fc.nat() }),
  fc.record({ kind: fc.constant("repeat-line" as const), at: fc.nat() }),
  fc.record({ kind: fc.constant("swap-lines" as const), at: fc.nat() }),
  fc.record({
    kind: fc.constant("insert-line" as const),
    at: fc.nat(),
    text: fc
      .tuple(fc.nat({ max: 8 }), fc.constantFrom(...words), fc.constantFrom(...words))
      .map(([indent, key, value]) => `${" ".repeat(indent)}${key}: ${value}`),
  }),
  fc.record({ kind: fc.constant("replace-word" as const), at: fc.nat(), text: fc.constantFrom(...words) }),
  fc.record({
    kind: fc.constant("insert-text" as const),
    at: fc.nat(),
    text: fc.string({ unit: "binary", maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant("delete-text" as const), at: fc.nat(), length: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.nat() }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function changed(text: string, { at, ...how }: Change): string {
  const lines = text.split("\n");
  const line = at % lines.length;
  const place = at % (text.length + 1);
  switch (how.kind) {
    case "delete-line":
      return lines.toSpliced(line, 1).join("\n");
    case "repeat-line":
      return lines.toSpliced(line, 0, lines[line] ?? "").join("\n");
    case "swap-lines":
      return lines.toSpliced(line, 2, lines[line + 1] ?? "", lines[line] ?? "").join("\n");
    case "insert-line":
      return lines.toSpliced(line, 0, how.text).join("\n");
    case "replace-word": {
      const found = [...text.matchAll(/[A-Za-z_]+/g)];
      const word = found[at % Math.max(1, found.length)];
      if (word === undefined) return how.text;
      return text.slice(0, word.index) + how.text + text.slice(word.index + word[0].length);
    }
    case "insert-text":
      return text.slice(0, place) + how.text + text.slice(place);
    case "delete-text":
      return text.slice(0, place) + text.slice(place + how.length);
    case "cut":
      return text.slice(0, place);
  }
}

function misplaced(findings: readonly Diagnostic[], sources: readonly SourceFile[]): readonly Diagnostic[] {
  return findings.filter(({ span, path }) => {
    if (span === undefined) return path === undefined;
    const source = sources.find((file) => file.path === span.file.path);
    return source === undefined || span.start < 0 || span.end < span.start || span.end > source.text.length;
  });
}

function unreadable(findings: readonly Diagnostic[]): readonly (string | undefined)[] {
  return findings.filter(({ code }) => code === "yaml-syntax").map(({ span }) => span?.file.path);
}

describe("a schema that was damaged anyhow", () => {
  it.each([
    ["the workbench", workbench],
    ["a notebook", notebook],
  ])(
    "never throws, and every finding stands inside its file: %s",
    (_, sources) => {
      fc.assert(
        fc.property(fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 4 }), (changes) => {
          const damaged = sources.map((file) => ({ ...file }));
          for (const [which, how] of changes) {
            const file = damaged[which % damaged.length];
            if (file !== undefined) file.text = changed(file.text, how);
          }
          const findings = findingsOf(damaged);
          expect(misplaced(findings, damaged)).toEqual([]);
          expect(render(findings).includes("\u001b")).toBe(false);
          expect(JSON.parse(renderJson(findings))).toHaveLength(findings.length);
        }),
        { numRuns: lawCases(60) },
      );
    },
    180_000,
  );

  it("is fixed without making anything worse: fixing ends, files that could be read can be read, comments stay", () => {
    const commented = notebook.map(({ path, text }) => ({
      path,
      text: path.endsWith(".yaml") ? `# above\n${text}# below\n` : text,
    }));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 3 }), (changes) => {
        const damaged = commented.map((file) => ({ ...file }));
        for (const [which, how] of changes) {
          const file = damaged[which % damaged.length];
          if (file !== undefined) file.text = changed(file.text, how);
        }
        const before = findingsOf(damaged);
        const { sources, applied, remaining } = fixSources(damaged, findingsOf);
        expect(unreadable(remaining).filter((path) => !unreadable(before).includes(path))).toEqual([]);
        const comments = (files: readonly SourceFile[]) =>
          files.map(({ text }) => text.match(/^# (?:above|below)$/gm)?.length ?? 0);
        expect(comments(sources)).toEqual(comments(damaged));
        if (applied.length === 0) expect(sources).toEqual(damaged);
      }),
      { numRuns: lawCases(60) },
    );
  }, 180_000);

  it("gives the same findings whatever the order of its files", () => {
    const damaged = caseSources("ten-mistakes");
    const expected = render(findingsOf(damaged));
    fc.assert(
      fc.property(fc.shuffledSubarray([...damaged], { minLength: damaged.length }), (shuffled) => {
        expect(render(findingsOf(shuffled))).toBe(expected);
      }),
      { numRuns: lawCases(20) },
    );
  });
});
