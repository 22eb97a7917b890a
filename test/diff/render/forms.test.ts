import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DiffReport } from "../../../src/compiler/diff/change.ts";
import { renderDiffGithub } from "../../../src/compiler/diff/render/github.ts";
import { renderDiffJson } from "../../../src/compiler/diff/render/json.ts";
import { renderDiffLines } from "../../../src/compiler/diff/render/lines.ts";
import { renderDiffMarkdown } from "../../../src/compiler/diff/render/markdown.ts";
import { renderDiffSarif } from "../../../src/compiler/diff/render/sarif.ts";
import { renderDiff } from "../../../src/compiler/diff/render/text.ts";
import { report as judged } from "../../../src/compiler/diff/report.ts";
import { sarifProblems } from "../../diagnostics/sarif-problems.ts";
import { mayRewriteGoldens } from "../../may-rewrite-goldens.ts";
import { realReport } from "./real-pair.ts";
import { changeOf, reports } from "./reports.ts";

const goldens = join(import.meta.dirname, "../../golden/diff-render");
const all: Readonly<Record<string, DiffReport>> = { ...reports, real: realReport() };

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const harmful = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

const forms: Readonly<Record<string, (report: DiffReport) => string>> = {
  "text.txt": (report) => renderDiff(report, { context: 1 }),
  "text-all.txt": (report) => renderDiff(report, { all: true }),
  "line.txt": renderDiffLines,
  "json.txt": renderDiffJson,
  "md.txt": renderDiffMarkdown,
  "sarif.txt": sarifWithoutRuleTexts,
  "github.txt": (report) => renderDiffGithub(report, { folder: "packages/notes/" }),
};

describe.each(Object.entries(all))("%s", (name, report) => {
  it.each(Object.entries(forms))("as %s", (form, render) => {
    const path = join(goldens, name, form);
    const shown = render(report);
    if (mayRewriteGoldens()) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, shown);
    }
    expect(shown).toBe(existsSync(path) ? readFileSync(path, "utf8") : "");
  });

  it("is sound SARIF", () => {
    expect(sarifProblems(JSON.parse(renderDiffSarif(report, { all: true, version: "1.2.3" })))).toEqual([]);
  });

  it("is one annotation a line, and harmless on a terminal", () => {
    for (const line of renderDiffGithub(report).split("\n").slice(0, -1)) {
      expect(line).toMatch(/^::(?:error|warning|notice) (?:[a-zA-Z]+=[^,:]*,)*title=[^,:]*::/);
    }
    for (const render of [forms["text-all.txt"], forms["line.txt"], forms["md.txt"], forms["github.txt"]]) {
      expect(render?.(report)).not.toMatch(harmful);
    }
    expect(renderDiffLines(report).split("\n")).toHaveLength(
      Math.max(1, report.changes.filter((c) => !c.hidden).length),
    );
  });
});

it("SARIF gives a finding without a place the file that stands in, as code scanning wants it", () => {
  const report = reports["without-places"] ?? judged([], "", "");
  expect(report.changes.length).toBeGreaterThan(0);
  const log = JSON.parse(renderDiffSarif(report, { folder: "packages/notes/", standIn: "schema/catalog.yaml" }));
  expect(sarifProblems(log)).toEqual([]);
  const uris = log.runs[0].results.map(
    (result: { locations: readonly { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
      result.locations[0]?.physicalLocation.artifactLocation.uri,
  );
  expect(uris).toEqual(report.changes.map(() => "packages/notes/schema/catalog.yaml"));
});

describe("any texts", () => {
  const text = fc.string({ unit: "binary", maxLength: 30 });

  it("do nothing to a terminal, a log or a program that reads the forms", () => {
    fc.assert(
      fc.property(text, text, text, (name, help, value) => {
        const change = changeOf({
          tool: name,
          subject: name,
          message: value,
          help,
          path: `schema/${name}`,
          witness: { [name]: value },
        });
        const report = judged([change], name, value);
        expect(sarifProblems(JSON.parse(renderDiffSarif(report)))).toEqual([]);
        expect(JSON.parse(renderDiffJson(report)).changes[0].subject).toBe(name);
        expect(renderDiffLines(report)).not.toMatch(harmful);
        expect(renderDiffLines(report)).not.toContain("\n");
        expect(renderDiffGithub(report).split("\n")).toHaveLength(2);
        for (const shown of [renderDiff(report), renderDiffMarkdown(report)]) {
          expect(shown.replaceAll("\n", "")).not.toMatch(harmful);
          // A line of a log that begins like this is a command to GitHub Actions.
          expect(shown).not.toMatch(/^\s*::/m);
        }
      }),
    );
  });

  it("of a megabyte fill no screen", () => {
    const long = "x".repeat(1_000_000);
    const change = changeOf({
      subject: long,
      message: long,
      help: long,
      note: long,
      path: `list#${long}`,
      witness: { [long]: long },
    });
    const report = judged([change], long, long);
    for (const form of [renderDiff, renderDiffLines, renderDiffGithub, renderDiffMarkdown]) {
      expect(form(report).length).toBeLessThan(20_000);
    }
  });
});

it("has no golden without a report", () => {
  expect(readdirSync(goldens).sort()).toEqual(Object.keys(all).sort());
});

/** What the rules say of themselves has tests of its own; here their ids are enough. */
function sarifWithoutRuleTexts(report: DiffReport): string {
  const log = JSON.parse(renderDiffSarif(report, { version: "1.2.3" }));
  const { driver } = log.runs[0].tool;
  driver.rules = driver.rules.map(({ id }: { readonly id: string }) => id);
  return `${JSON.stringify(log, undefined, 2)}\n`;
}
