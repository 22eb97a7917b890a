import { describe, expect, it } from "vitest";
import { diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { renderSarif } from "../../src/diagnostics/render-sarif.ts";
import { sarifProblems } from "./sarif-problems.ts";

// The judge of our SARIF is judged itself: each of these damages must be found.
const file = { path: "schema/a.yaml", text: "a: {b}\n" };
const place = { file, start: 3, end: 6 };
const sound = renderSarif([
  diagnostic("unknown-template", { found: "{b}" }, place, {
    related: [{ span: place, message: "here" }],
    fix: { title: "mend it", edits: [{ span: place, text: "c" }] },
  }),
]);

describe("the check of SARIF logs", () => {
  it("finds nothing wrong with a sound one", () => {
    expect(sarifProblems(JSON.parse(sound))).toEqual([]);
  });

  it.each([
    ["another version", '"version": "2.1.0"', '"version": "2.0.0"', "/version: '2.0.0' does not fit"],
    ["a mistyped key", '"columnKind"', '"columKind"', "unknown key columKind"],
    ["an unknown kind of columns", "utf16CodeUnits", "bytes", "'bytes' does not fit"],
    [
      "an unknown level",
      '"level": "error",\n          "message"',
      '"level": "fatal",\n          "message"',
      "'fatal' does not fit",
    ],
    ["an absolute path", '"uri": "schema/', '"uri": "/schema/', "does not fit"],
    ["a path with a space", '"uri": "schema/', '"uri": "schema /', "does not fit"],
    ["a column 0", '"startColumn": 4', '"startColumn": 0', "no integer from 1 up"],
    ["a region that ends before it begins", '"endColumn": 7', '"endColumn": 2', "ends before it begins"],
    ["an index that leads nowhere", '"ruleIndex": 0', '"ruleIndex": 1', "another rule"],
    ["a rule without a name", '"id": "unknown-template"', '"name": "unknown-template"', "no id"],
    ["a brace that is not doubled", "'{{b}}' is no", "'{b}' is no", "neither doubled nor a placeholder"],
    ["a fix without changes", '"artifactChanges"', '"artifactChange"', "no artifactChanges"],
    ["a list where an object stands", '"physicalLocation": {', '"physicalLocation": [], "message": {', "no object"],
  ])("finds %s", (_, part, damage, problem) => {
    expect(sound).toContain(part);
    expect(sarifProblems(JSON.parse(sound.replace(part, damage))).join("\n")).toContain(problem);
  });
});
