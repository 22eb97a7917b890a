import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../../src/compiler/compile.ts";
import { parseSpec } from "../../src/compiler/syntax/parse.ts";
import type { Code } from "../../src/diagnostics/codes.ts";
import { codes } from "../../src/diagnostics/codes.ts";
import { diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { positionAt, type SourceFile } from "../../src/diagnostics/source-file.ts";
import { applySuppressions, isSuppressible, type Suppression } from "../../src/diagnostics/suppression.ts";
import { lawCases } from "../law-cases.ts";
import { caseSources } from "./golden-case.ts";

const toolPath = "schema/tools/notes/note_create.yaml";
const base = caseSources("base");

function withTool(change: (text: string) => string, ...more: readonly SourceFile[]): readonly SourceFile[] {
  return [...base.map(({ path, text }) => ({ path, text: path === toolPath ? change(text) : text })), ...more];
}

function suppressionsIn(sources: readonly SourceFile[]): readonly Suppression[] {
  return parseSpec(sources).value.flatMap((file) => (file.kind === "text" ? [] : file.suppressions));
}

/** The texts that each suppression covers. */
function coveredBy(sources: readonly SourceFile[]): readonly (readonly string[])[] {
  return suppressionsIn(sources).map(({ covers }) =>
    covers.map(({ file, start, end }) => file.text.slice(start, end)).filter((text) => text !== ""),
  );
}

const allow = "# pegboard-allow param-undescribed: because";

describe("what a suppression covers", () => {
  it("is an entry with all it holds", () => {
    const sources = withTool((text) => text.replace("guidance:", `${allow}\nguidance:`));
    expect(coveredBy(sources)[0]?.[0]).toMatch(/^guidance:\n {2}use_when[\s\S]*A thought \} \}\n?$/);
  });

  it("is an item with all it holds", () => {
    const sources = withTool((text) => text.replace("  - name: add_note", `  ${allow}\n  - name: add_note`));
    expect(coveredBy(sources)[0]?.[0]).toMatch(/^name: add_note\n[\s\S]*2027-12-01 \}\n?$/);
  });

  it("is, above the first key, that key and what is said of the file as a whole", () => {
    const sources = withTool((text) => `${allow}\n${text}`);
    expect(coveredBy(sources)).toEqual([["name: note_create"]]);
    expect(suppressionsIn(sources)[0]?.covers.some(({ start, end }) => start === 0 && end === 0)).toBe(true);
  });

  it("is what several keys on one line hold", () => {
    const sources = withTool((text) =>
      text.replace("{ read_only: false, destructive: false,", `{\n  ${allow}\n  read_only: false, destructive: false,`),
    );
    expect(coveredBy(sources)).toEqual([
      ["read_only: false, destructive: false, idempotent: false, open_world: false"],
    ]);
  });

  it("is also the text that the node names", () => {
    const more = { path: "schema/more.md", text: "More.\n" };
    const sources = withTool(
      (text) => text.replace("session:", `${allow}\ndescription: { file: ../../more.md }\nsession:`),
      more,
    );
    expect(coveredBy(sources)).toEqual([["description: { file: ../../more.md }", "More.\n"]]);
  });

  it("is the same for lines that end as on Windows", () => {
    const sources = withTool((text) => text.replace("session:", `${allow}\nsession:`).replaceAll("\n", "\r\n"));
    expect(coveredBy(sources)).toEqual([["session: none"]]);
    expect(suppressionsIn(sources)[0]?.reason).toBe("because");
  });

  it("is nothing at the end of a file", () => {
    expect(coveredBy(withTool((text) => `${text}${allow}\n`))).toEqual([[]]);
  });
});

describe("a text that only looks like a suppression", () => {
  it.each([
    [
      "in a block",
      (text: string) => text.replace("summary: Create a note.", `summary: |\n  Create a note.\n  ${allow}`),
    ],
    ["in a folded block", (text: string) => text.replace("summary: Create a note.", `summary: >-\n  ${allow}`)],
    ["in quotes", (text: string) => text.replace("summary: Create a note.", `summary: "${allow}"`)],
    [
      "in quotes over lines",
      (text: string) => text.replace("summary: Create a note.", `summary: 'Create\n  ${allow}'`),
    ],
    [
      "about something else",
      (text: string) => text.replace("summary:", "# pegboard-core is not allowed here\nsummary:"),
    ],
  ])("%s is none", (_, change) => {
    expect(suppressionsIn(withTool(change))).toEqual([]);
  });
});

describe("where it stands in a text that can't be read", () => {
  it("is left alone", () => {
    const sources = withTool((text) => text.replace("session:", `${allow}\nsession: [`));
    expect(suppressionsIn(sources)).toEqual([]);
  });
});

describe("silencing", () => {
  it("takes a note away that was not asked for, and is not called unused for that", () => {
    const note = check(base, { notes: true }).diagnostics.find(
      ({ severity, span }) => severity === "info" && span?.file.path === toolPath,
    );
    if (note?.span === undefined) throw new Error("the base case has lost its note");
    const { line } = positionAt(note.span.file, note.span.start);
    const sources = withTool((text) => {
      const lines = text.split("\n");
      const indent = /^[ ]*/.exec(lines[line - 1] ?? "")?.[0] ?? "";
      return [
        ...lines.slice(0, line - 1),
        `${indent}# pegboard-allow ${note.code}: because`,
        ...lines.slice(line - 1),
      ].join("\n");
    });
    expect(check(sources).diagnostics).toEqual([]);
    const codesOf = (notes: boolean) => check(sources, { notes }).diagnostics.map(({ code }) => code);
    expect(codesOf(true)).not.toContain(note.code);
  });

  it("is refused for every error, and for what suppressions themselves do wrong", () => {
    const all = Object.keys(codes) as Code[];
    const own = all.filter((code) => code.startsWith("suppression-"));
    expect(own.filter(isSuppressible)).toEqual([]);
    expect(isSuppressible("unknown-type")).toBe(false);
    expect(isSuppressible("param-undescribed")).toBe(true);
  });

  it("never hides a finding outside what it covers, nor one of another code", () => {
    const file = { path: "schema/a.yaml", text: "x".repeat(100) };
    const place = fc.nat({ max: 99 });
    const code = fc.constantFrom("param-undescribed", "type-unused", "unknown-type");
    const makeFinding = (of: string, start: number) => {
      const span = { file, start, end: start + 1 };
      if (of === "unknown-type") return diagnostic("unknown-type", { name: "A" }, span);
      return of === "type-unused"
        ? diagnostic("type-unused", { name: "A" }, span)
        : diagnostic("param-undescribed", { name: "a" }, span);
    };
    const suppression = fc
      .record({ code, start: place, length: place })
      .map(({ code: id, start, length }): Suppression => {
        const comment = { file, start: 0, end: 1 };
        return {
          comment,
          rule: { id, span: comment },
          reason: "because",
          covers: [{ file, start, end: start + length }],
        };
      });
    fc.assert(
      fc.property(fc.array(fc.record({ code, at: place })), fc.array(suppression), (places, suppressions) => {
        const found = places.map(({ code: of, at }) => makeFinding(of, at));
        const left = applySuppressions(found, suppressions, { complete: true });
        for (const finding of found) {
          const start = finding.span?.start ?? -1;
          const allowed =
            finding.code !== "unknown-type" &&
            suppressions.some(({ rule, covers: [cover] }) => {
              if (rule?.id !== finding.code || cover === undefined) return false;
              return cover.start <= start && start < Math.max(cover.end, cover.start + 1);
            });
          expect(left.includes(finding)).toBe(!allowed);
        }
        // Whatever is said besides is about a suppression.
        expect(left.filter((one) => !found.includes(one) && !one.code.startsWith("suppression-"))).toEqual([]);
      }),
    );
  });

  it("of any line of a sound catalog is reported as unused, and changes nothing else", () => {
    const lines = base.find(({ path }) => path === toolPath)?.text.split("\n") ?? [];
    fc.assert(
      fc.property(fc.nat({ max: lines.length - 2 }), (line) => {
        const indent = /^[ ]*/.exec(lines[line] ?? "")?.[0] ?? "";
        const text = [...lines.slice(0, line), `${indent}${allow}`, ...lines.slice(line)].join("\n");
        expect(check(withTool(() => text)).diagnostics.map((found) => found.code)).toEqual(["suppression-unused"]);
      }),
      { numRuns: lawCases(30) },
    );
  });
});
