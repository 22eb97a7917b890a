import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codes } from "../../src/diagnostics/codes.ts";
import { type Diagnostic, diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { plainPalette } from "../../src/diagnostics/display-text.ts";
import { render } from "../../src/diagnostics/render.ts";
import { renderGithub } from "../../src/diagnostics/render-github.ts";
import { renderJson } from "../../src/diagnostics/render-json.ts";
import { renderSarif } from "../../src/diagnostics/render-sarif.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { sarifProblems } from "./sarif-problems.ts";

const path = "schema/tools/notes/note_create.yaml";
const file: SourceFile = { path, text: "name: note_create\nresult: {ref: Noet}\nerrors: []\n" };
const place = { file, start: 32, end: 36 };

const fixed = diagnostic("unknown-type", { name: "Noet" }, place, {
  help: "did you mean 'Note'?",
  fix: { title: "write 'Note'", edits: [{ span: place, text: "Note" }] },
});
const related = diagnostic(
  "yaml-duplicate-key",
  { key: "a" },
  { file, start: 6, end: 17 },
  {
    related: [{ span: { file, start: 0, end: 4 }, message: "first here" }],
  },
);
const placeless = diagnostic("catalog-missing", { path: "schema/catalog.yaml" }, { path: "schema/catalog.yaml" });

describe("text with its surroundings", () => {
  const options = { context: 1, fixes: true };

  it("shows a line before and after, and what the fix does", () => {
    expect(render([fixed], plainPalette, options)).toBe(
      `${path}:2:15 error unknown-type: no type named 'Noet'\n` +
        "  1 | name: note_create\n" +
        "  2 | result: {ref: Noet}\n" +
        "    |               ^^^^ did you mean 'Note'?\n" +
        "  3 | errors: []\n" +
        "  fix: write 'Note'\n",
    );
  });

  it.each([
    ["the first line has none before it", "ab\ncd\n", 0, ["  1 | ab", "    | ^", "  2 | cd"]],
    ["the last line has none after it", "ab\ncd\n", 3, ["  1 | ab", "  2 | cd", "    | ^"]],
    ["an empty line is shown as one", "ab\n\ncd\n", 4, ["  2 |", "  3 | cd", "    | ^"]],
    [
      "numbers of two lengths stand below each other",
      `${"a\n".repeat(9)}bc\n`,
      16,
      ["   8 | a", "   9 | a", "     | ^", "  10 | bc"],
    ],
    [
      "line ends of Windows are not part of a line",
      "ab\r\ncd\r\nef\r\n",
      4,
      ["  1 | ab", "  2 | cd", "    | ^", "  3 | ef"],
    ],
    [
      "tabs and wide characters keep their columns",
      "\tx\n日本: y\n\tz",
      3,
      ["  1 |     x", "  2 | 日本: y", "    | ^^", "  3 |     z"],
    ],
    ["control characters are spelled out there too", "\u001b[2J\nab\n", 5, ["  1 | \\u{1b}[2J", "  2 | ab", "    | ^"]],
  ])("%s", (_, text, start, lines) => {
    const found = diagnostic("profile-empty", { name: "x" }, { file: { path, text }, start, end: start + 1 });
    expect(render([found], plainPalette, { context: 1 }).split("\n").slice(1, -1)).toEqual(lines);
  });

  it("dims the surroundings and nothing else", () => {
    const palette = { ...plainPalette, dim: (text: string) => `<${text}>` };
    expect(render([fixed], palette, { context: 1 }).split("\n").slice(1, -1)).toEqual([
      "<  1 | name: note_create>",
      "  <2 |> result: {ref: Noet}",
      "  <  |>               ^^^^ did you mean 'Note'?",
      "<  3 | errors: []>",
    ]);
  });

  it("shows beside a part of a long line the same part of the others, no wider than the view", () => {
    const digits = "0123456789".repeat(30);
    const text = `${digits}\n${digits.slice(0, 200)}X${digits.slice(201)}\nshort\n${digits}\n`;
    const at = text.indexOf("X");
    const found = diagnostic("profile-empty", { name: "x" }, { file: { path, text }, start: at, end: at + 1 });
    const [before = "", marked = "", caret = "", after = ""] = render([found], plainPalette, { context: 1 })
      .split("\n")
      .slice(1, -1);
    const column = caret.indexOf("^");
    expect(marked[column]).toBe("X");
    expect(before[column]).toBe("0");
    expect(before.slice(6, column)).toBe(marked.slice(6, column));
    expect(after).toBe("  3 | …");
    for (const line of [before, marked]) expect(line.length).toBeLessThanOrEqual(106);
  });
});

describe("workflow commands of GitHub", () => {
  it("name file, lines and columns, both ends within the place", () => {
    expect(renderGithub([fixed])).toBe(
      `::error file=${path},line=2,endLine=2,col=15,endColumn=18,title=unknown-type::` +
        "no type named 'Noet'%0Adid you mean 'Note'?%0Afix: write 'Note'\n",
    );
  });

  it("name other places", () => {
    expect(renderGithub([related])).toBe(
      `::error file=${path},line=1,endLine=1,col=7,endColumn=17,title=yaml-duplicate-key::` +
        `duplicate key 'a'%0A${path}:1:1 first here\n`,
    );
  });

  it("leave columns out where there are several lines, and the place where there is none", () => {
    const long = diagnostic("profile-empty", { name: "x" }, { file, start: 5, end: 30 });
    expect(renderGithub([long, placeless])).toBe(
      "::error file=schema/catalog.yaml,title=catalog-missing::'schema/catalog.yaml' is missing\n" +
        `::warning file=${path},line=1,endLine=2,title=profile-empty::the profile 'x' contains no tool\n`,
    );
  });

  it("put the way from the repository to the project before every path", () => {
    expect(renderGithub([placeless], "packages/notes/")).toContain("file=packages/notes/schema/catalog.yaml,");
    expect(renderGithub([related], "packages/notes/")).toContain(`%0Apackages/notes/${path}:1:1 first here`);
  });

  it("escape what would end a property, a command or a line", () => {
    const odd = { path: "schema/a:b,c%d\ne.yaml", text: "x" };
    const found = diagnostic("unknown-type", { name: "50%::\r\n::error::x" }, { file: odd, start: 0, end: 1 });
    expect(renderGithub([found])).toBe(
      "::error file=schema/a%3Ab%2Cc%25d%0Ae.yaml,line=1,endLine=1,col=1,endColumn=1,title=unknown-type::" +
        "no type named '50%25::\\r\\n::error::x'\n",
    );
  });

  it("call a note a notice", () => {
    const note: Diagnostic = { ...placeless, severity: "info" };
    expect(renderGithub([note])).toMatch(/^::notice /);
  });

  it("are one line each, whatever the texts hold", () => {
    const text = fc.string({ unit: fc.constantFrom("a", ":", ",", "%", "\n", "\r", "\u2028", "{", "'", "\ud800") });
    fc.assert(
      fc.property(text, text, text, (name, where, help) => {
        const at = { file: { path: where, text: "x\ny" }, start: 0, end: 1 };
        const lines = renderGithub([diagnostic("unknown-type", { name }, at, { help })]).split(/\r\n|\n|\r/);
        expect(lines).toHaveLength(2);
        expect(lines[0]).toMatch(/^::error file=[^,:]*,line=1,endLine=1,col=1,endColumn=1,title=unknown-type::/);
      }),
    );
  });

  it("are nothing for no findings", () => {
    expect(renderGithub([])).toBe("");
  });
});

describe("JSON", () => {
  it("holds places with offsets, help, other places and the fix with its edits", () => {
    const start = { line: 2, column: 15, offset: 32 };
    const end = { line: 2, column: 19, offset: 36 };
    expect(JSON.parse(renderJson([fixed, related]))).toEqual([
      {
        code: "yaml-duplicate-key",
        severity: "error",
        message: "duplicate key 'a'",
        path,
        start: { line: 1, column: 7, offset: 6 },
        end: { line: 1, column: 18, offset: 17 },
        related: [
          {
            path,
            start: { line: 1, column: 1, offset: 0 },
            end: { line: 1, column: 5, offset: 4 },
            message: "first here",
          },
        ],
      },
      {
        code: "unknown-type",
        severity: "error",
        message: "no type named 'Noet'",
        path,
        start,
        end,
        help: "did you mean 'Note'?",
        fix: { title: "write 'Note'", edits: [{ path, start, end, text: "Note" }] },
      },
    ]);
  });
});

describe("SARIF", () => {
  const log = JSON.parse(renderSarif([fixed, related, placeless], { version: "1.2.3" }));

  it("keeps the main rules of the standard's schema", () => {
    expect(sarifProblems(log)).toEqual([]);
    expect(sarifProblems(JSON.parse(renderSarif([])))).toEqual([]);
  });

  it("names the rules that spoke, with why, examples and level", () => {
    const [run] = log.runs;
    expect(run.tool.driver.version).toBe("1.2.3");
    expect(run.columnKind).toBe("utf16CodeUnits");
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual([
      "catalog-missing",
      "unknown-type",
      "yaml-duplicate-key",
    ]);
    const rule = run.tool.driver.rules[1];
    expect(rule.fullDescription.text).toBe(codes["unknown-type"].why);
    expect(rule.help.text).toContain("Bad:\nresult: {{ref: Noet}}");
    expect(rule.help.markdown).toContain("```yaml\nresult: {{ref: Note}}\n```");
    expect(rule.defaultConfiguration).toEqual({ level: "error" });
  });

  it("says what, where and how to fix it", () => {
    const region = { startLine: 2, startColumn: 15, endLine: 2, endColumn: 19, charOffset: 32, charLength: 4 };
    const artifactLocation = { uri: path, uriBaseId: "%SRCROOT%" };
    expect(log.runs[0].results.find((result: { ruleId: string }) => result.ruleId === "unknown-type")).toEqual({
      ruleId: "unknown-type",
      ruleIndex: 1,
      level: "error",
      message: { text: "no type named 'Noet'; did you mean 'Note'?" },
      locations: [{ physicalLocation: { artifactLocation, region } }],
      fixes: [
        {
          description: { text: "write 'Note'" },
          artifactChanges: [
            { artifactLocation, replacements: [{ deletedRegion: region, insertedContent: { text: "Note" } }] },
          ],
        },
      ],
    });
  });

  it("points at the file alone where there is no place in it", () => {
    expect(log.runs[0].results[0].locations).toEqual([
      { physicalLocation: { artifactLocation: { uri: "schema/catalog.yaml", uriBaseId: "%SRCROOT%" } } },
    ]);
  });

  it.each([
    ["schema/tools/notes/a b.yaml", "schema/tools/notes/a%20b.yaml"],
    ["schema/tools/notes/ü#?%.yaml", "schema/tools/notes/%C3%BC%23%3F%25.yaml"],
    ["c:/a.yaml", "c%3A/a.yaml"],
    ["schema/(a)'*!.yaml", "schema/%28a%29%27%2A%21.yaml"],
    ["schema/\ud800.yaml", "schema/%EF%BF%BD.yaml"],
  ])("encodes %s", (odd, uri) => {
    const found = diagnostic("catalog-missing", { path: "x" }, { path: odd });
    const [result] = JSON.parse(renderSarif([found])).runs[0].results;
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
  });

  it("lets braces and brackets of ours mean themselves", () => {
    const found = diagnostic("unknown-template", { found: "{{x}} [a](1)" }, { path });
    const [result] = JSON.parse(renderSarif([found])).runs[0].results;
    expect(result.message.text).toBe("'{{{{x}}}} \\[a](1)' is not a reference");
  });

  it("keeps the rules for any texts", () => {
    const text = fc.string({ unit: "binary", maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.nat(12), fc.nat(12), (name, content, a, b) => {
        const of = { path: `schema/${name}`, text: content };
        const span = { file: of, start: Math.min(a, b, content.length), end: Math.min(Math.max(a, b), content.length) };
        const found = diagnostic("unknown-type", { name }, span, {
          help: name,
          fix: { title: name, edits: [{ span, text: name }] },
        });
        expect(sarifProblems(JSON.parse(renderSarif([found])))).toEqual([]);
      }),
    );
  });
});
