import { expect, test } from "vitest";
import { diff, failing } from "../../src/compiler/diff/diff.ts";
import { renderDiffJson } from "../../src/compiler/diff/render/json.ts";
import { renderDiffLines } from "../../src/compiler/diff/render/lines.ts";
import { renderDiff } from "../../src/compiler/diff/render/text.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { catalogOf, field } from "./cases.ts";

const number = (max: number) => field("limit", { kind: "integer", max }, { required: true });
const base = catalogOf([toolWith([number(10)])]);
const head = catalogOf([toolWith([number(5)])]);

test("a break is shown with arguments that show it, to people", () => {
  expect(
    renderDiff(diff(base, head)),
  ).toBe(`Breaks callers: 1 breaking, 0 dangerous, 0 compatible; from 1.0.0 to 1.0.0, a major version is needed

Breaking (1)

#/tools/0/params/0/type/max ERR param-narrowed: note_create.limit: maximum is 5 instead of 10
  for example, this call is refused: {"limit":6}
  help: leave maximum at 10, or put the stricter form into a new param, or into a new version of the tool, with this one deprecated as note_create.v1.yaml
  CALL · ${diff(base, head).changes[0]?.fingerprint ?? ""}

pegboard explain param-narrowed says more`);
});

test("one line for each change, pointing into the baseline at what is gone", () => {
  const report = diff(base, catalogOf([toolWith([])]), { basePath: "old.json" });
  const changes = report.changes.filter(({ id }) => id === "param-removed");
  expect(renderDiffLines({ ...report, changes }).replace(/\[[0-9a-f]{12}\]$/, "[…]")).toBe(
    "old.json#/tools/0/params/0 ERR param-removed: note_create.limit: param 'limit' was removed […]",
  );
});

test("a finding points into the YAML where its place is known", () => {
  const file = { path: "schema/tools/notes/note_create.yaml", text: "name: note_create\nparams:\n  limit: {max: 5}\n" };
  const origins = new Map([["/tools/0/params/0", { file, start: 28, end: 33 }]]);
  expect(renderDiffLines(diff(base, head, { origins })).split(" ")[0]).toBe("schema/tools/notes/note_create.yaml:3:3");
  expect(JSON.parse(renderDiffJson(diff(base, head, { origins }))).changes[0]).toMatchObject({
    path: "schema/tools/notes/note_create.yaml",
    start: { line: 3, column: 3, offset: 28 },
    end: { line: 3, column: 8, offset: 33 },
    witness: { limit: 6 },
  });
});

test("a break of an experimental tool is a warning that a stricter gate still catches", () => {
  const experimental = { stability: "experimental" as const };
  const report = diff(
    catalogOf([toolWith([number(10)], experimental)]),
    catalogOf([toolWith([number(5)], experimental)]),
  );
  expect(report.changes.map(({ id, severity, note }) => ({ id, severity, note }))).toEqual([
    { id: "param-narrowed", severity: "WARN", note: "a break, but the tool is experimental" },
  ]);
  expect(failing(report, { failOn: "ERR" })).toEqual([]);
  expect(failing(report, { failOn: "WARN", categories: ["CALL"] })).toEqual(report.changes);
});

test("a change that a rule would call a break is compatible when the comparison proves it", () => {
  const text = (pattern: string) => field("code", { kind: "string", trim: false, pattern });
  const report = diff(catalogOf([toolWith([text("^a{3}$")])]), catalogOf([toolWith([text("^a+$")])]));
  expect(report.changes.map(({ id, severity }) => [id, severity])).toEqual([["param-changed", "INFO"]]);
});

test("a pattern that can't be read makes a warning, never a yes", () => {
  const text = (pattern: string) => field("code", { kind: "string", trim: false, pattern });
  const report = diff(catalogOf([toolWith([text("^(?=a)a$")])]), catalogOf([toolWith([text("^(?=a).$")])]));
  expect(report.changes.map(({ id, severity }) => [id, severity])).toEqual([["param-changed", "WARN"]]);
});

test("equal changes keep their fingerprints from run to run", () => {
  expect(diff(base, head).changes[0]?.fingerprint).toBe(diff(base, structuredClone(head)).changes[0]?.fingerprint);
});
