import { describe, expect, it } from "vitest";
import { type Diagnostic, diagnostic, sortDiagnostics } from "../../src/diagnostics/diagnostic.ts";
import { type Palette, plainPalette } from "../../src/diagnostics/display-text.ts";
import { render, summary } from "../../src/diagnostics/render.ts";
import { renderJson } from "../../src/diagnostics/render-json.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";

const path = "schema/tools/notes/note_create.yaml";

/** The finding about the marked part: «…» stands around it in the text. */
function marked(text: string, help?: string): Diagnostic {
  const start = text.indexOf("«");
  const end = text.indexOf("»") - 1;
  const file: SourceFile = { path, text: text.replace("«", "").replace("»", "") };
  return diagnostic("unknown-type", { name: "Noet" }, { file, start, end }, { help });
}

describe("a rendered finding", () => {
  it("shows place, code, message, line, caret and help", () => {
    expect(render([marked("a: 1\nresult: {ref: «Noet»}\n", "did you mean 'Note'?")])).toBe(
      `${path}:2:15 error unknown-type: no type named 'Noet'\n` +
        "  2 | result: {ref: Noet}\n" +
        "    |               ^^^^ did you mean 'Note'?\n",
    );
  });

  it.each([
    ["a tab counts as four columns", "\t\tref: «Noet»", "  1 |         ref: Noet", "    |              ^^^^"],
    ["a wide character counts as two columns", "日本: «Noet»", "  1 | 日本: Noet", "    |       ^^^^"],
    ["an emoji of several code points is one sign", "👨‍👩‍👧: «Noet»", "  1 | 👨‍👩‍👧: Noet", "    |     ^^^^"],
    ["a combining mark takes no column", "e\u0301: «Noet»", "  1 | e\u0301: Noet", "    |    ^^^^"],
    ["a wide part has a wide caret", "ref: «名前»", "  1 | ref: 名前", "    |      ^^^^"],
    ["an empty part has one caret", "ref: «»", "  1 | ref:", "    |      ^"],
    [
      "a part over several lines is marked to the end of its first",
      "ref: «|\n  a\n  b»",
      "  1 | ref: |",
      "    |      ^",
    ],
    ["a line end of Windows is not part of the line", "ref: «Noet»\r\nb: 1\r\n", "  1 | ref: Noet", "    |      ^^^^"],
    ["an escape sequence is spelled out", "\u001b[31m: «x»", "  1 | \\u{1b}[31m: x", "    |             ^"],
    [
      "a sign that turns the reading direction is spelled out",
      "\u202e: «x»",
      "  1 | \\u{202e}: x",
      "    |           ^",
    ],
  ])("%s", (_, text, line, caret) => {
    expect(
      render([marked(text)])
        .split("\n")
        .slice(1, 3),
    ).toEqual([line, caret]);
  });

  it.each([
    ["the beginning", `«Noet»${" x".repeat(200)}`],
    ["the middle", `${"x ".repeat(200)}«Noet»${" x".repeat(200)}`],
    ["the end", `${"x ".repeat(200)}«Noet»`],
    ["a part that is longer than the view", `${"x ".repeat(200)}«${"Noet".repeat(100)}»`],
    ["wide characters", `${"日".repeat(200)}«Noet»${"本".repeat(200)}`],
  ])("cuts a long line around %s", (_, text) => {
    const [, line = "", caret = ""] = render([marked(text)]).split("\n");
    expect(line.length).toBeLessThanOrEqual(106);
    const from = caret.indexOf("^");
    const shown = [...line].flatMap((sign) => (/[日本]/.test(sign) ? [sign, ""] : [sign])).slice(from, from + 4);
    expect(shown.join("")).toBe("Noet");
  });

  it("stands without a frame when there is no text", () => {
    const found = diagnostic("catalog-missing", { path: "schema/catalog.yaml" }, { path: "schema/catalog.yaml" });
    expect(render([found])).toBe("schema/catalog.yaml error catalog-missing: 'schema/catalog.yaml' is missing\n");
  });

  it("names the places that belong to it", () => {
    const file = { path, text: "a: 1\na: 2\n" };
    const related = [{ span: { file, start: 0, end: 1 }, message: "first here" }];
    const found = diagnostic("yaml-duplicate-key", { key: "a" }, { file, start: 5, end: 6 }, { related });
    expect(render([found])).toBe(
      `${path}:2:1 error yaml-duplicate-key: duplicate key 'a'\n` +
        "  2 | a: 2\n    | ^\n" +
        `  ${path}:1:1 first here\n`,
    );
  });

  it("is coloured by the palette and by nothing else", () => {
    const tagged: Palette = {
      ...plainPalette,
      error: (text) => `<e>${text}</e>`,
      place: (text) => `<p>${text}</p>`,
      mark: (text) => `<m>${text}</m>`,
      help: (text) => `<h>${text}</h>`,
    };
    expect(render([marked("ref: «Noet»", "look")], tagged)).toBe(
      `<p>${path}:1:6</p> <e>error</e> unknown-type: no type named 'Noet'\n` +
        "  1 | ref: Noet\n    |      <m>^^^^</m> <h>look</h>\n",
    );
  });
});

describe("a list of findings", () => {
  const file = { path: "schema/b.yaml", text: "abc" };
  const at = (start: number) => diagnostic("unknown-type", { name: "X" }, { file, start, end: start + 1 });
  const elsewhere = diagnostic("catalog-missing", { path: "schema/a.yaml" }, { path: "schema/a.yaml" });
  const warning = diagnostic("profile-empty", { name: "x" }, { file, start: 0, end: 1 });

  it("is sorted by path, place and code", () => {
    expect(sortDiagnostics([at(2), warning, at(0), elsewhere])).toEqual([elsewhere, warning, at(0), at(2)]);
  });

  it("is nothing when there are none", () => {
    expect(render([])).toBe("");
    expect(renderJson([])).toBe("[]\n");
    expect(summary([])).toBe("no findings");
  });

  it("is counted by severity", () => {
    expect(summary([at(0), at(1), warning])).toBe("2 errors, 1 warning");
    expect(summary([warning, warning])).toBe("2 warnings");
  });

  it("is JSON for programs", () => {
    expect(JSON.parse(renderJson([at(1), elsewhere]))).toEqual([
      {
        code: "catalog-missing",
        severity: "error",
        message: "'schema/a.yaml' is missing",
        path: "schema/a.yaml",
      },
      {
        code: "unknown-type",
        severity: "error",
        message: "no type named 'X'",
        path: "schema/b.yaml",
        start: { line: 1, column: 2, offset: 1 },
        end: { line: 1, column: 3, offset: 2 },
      },
    ]);
  });
});
