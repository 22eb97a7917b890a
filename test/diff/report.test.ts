import { describe, expect, it } from "vitest";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import { requiredBump } from "../../src/compiler/diff/bump.ts";
import type { Change } from "../../src/compiler/diff/change.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { numbered } from "../../src/compiler/diff/fingerprint.ts";
import { ofCategories, report } from "../../src/compiler/diff/report.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { catalogOf, field } from "./cases.ts";
import { changeOf } from "./render/reports.ts";

describe("a fingerprint", () => {
  const string = (max: number, description?: string): TypeNode => ({
    kind: "string",
    trim: false,
    maxLength: max,
    ...(description === undefined ? {} : { description }),
  });
  const catalog = (max: number, more: readonly ReturnType<typeof field>[] = []) =>
    catalogOf([toolWith([...more, field("title", string(max))])]);
  const lowered = (from: number, to: number, more: readonly ReturnType<typeof field>[] = []) =>
    diff(catalog(from, more), catalog(to, more)).changes.find(({ id }) => id === "param-narrowed")?.fingerprint;

  it("is the same wherever the thing stands", () => {
    expect(lowered(80, 40)).toMatch(/^[0-9a-f]{12}$/);
    expect(lowered(80, 40, [field("first", string(9))])).toBe(lowered(80, 40));
  });

  it("is another one for another step: accepting a small one is not accepting a large one", () => {
    expect(new Set([lowered(80, 40), lowered(80, 20), lowered(60, 40)]).size).toBe(3);
  });

  it("stays when something else at the same place is repaired", () => {
    const bounds = (min: number, max: number) =>
      catalogOf([toolWith([field("count", { kind: "integer", min, max }, { default: 4 })])]);
    const of = (head: ReturnType<typeof bounds>) =>
      diff(bounds(0, 40), head).changes.find(({ id }) => id === "param-narrowed")?.fingerprint;
    expect(of(bounds(0, 20))).toMatch(/^[0-9a-f]{12}$/);
    expect(of(bounds(2, 20))).toBe(of(bounds(0, 20)));
    expect(of(bounds(0, 10))).not.toBe(of(bounds(0, 20)));
  });

  it("stays when texts are rewritten", () => {
    const described = (description: string) =>
      catalogOf([toolWith([field("title", string(40), { description })], { summary: description })]);
    const before = catalogOf([toolWith([field("title", string(80), { description: "a" })], { summary: "a" })]);
    const of = (description: string) =>
      diff(before, described(description)).changes.find(({ id }) => id === "param-narrowed")?.fingerprint;
    expect(of("a")).toMatch(/^[0-9a-f]{12}$/);
    expect(of("b, which is another text")).toBe(of("a"));
  });

  it("is another one for each value", () => {
    const of = (...values: readonly string[]) =>
      catalogOf([toolWith([field("tone", { kind: "enum", values: values.map((value) => ({ value })) })])]);
    const removed = diff(of("a", "b", "c"), of("a")).changes.filter(({ id }) => id === "param-narrowed");
    expect(new Set(removed.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });

  it("has a number where two changes can't be distinguished, the same from run to run", () => {
    const renameCandidates = numbered([changeOf({}), changeOf({}), changeOf({})]);
    expect(new Set(renameCandidates.map(({ fingerprint }) => fingerprint)).size).toBe(3);
    expect(renameCandidates[0]?.fingerprint).toBe(changeOf({}).fingerprint);
    expect(numbered([changeOf({}), changeOf({}), changeOf({})])).toEqual(renameCandidates);
  });
});

describe("the required bump", () => {
  const info = (changes: Partial<Change>) => changeOf({ severity: "INFO", ...changes });
  it.each<[string, Change[], string, string]>([
    ["nothing", [], "none", "none"],
    ["a break", [changeOf({})], "major", "minor"],
    ["a warning", [changeOf({ severity: "WARN" })], "minor", "patch"],
    ["more that is taken", [info({ id: "param-widened" })], "minor", "patch"],
    ["something new", [info({ id: "tool-added", categories: ["CATALOG"] })], "minor", "patch"],
    ["more in results", [info({ id: "output-property-added", categories: ["RESULT"] })], "minor", "patch"],
    [
      "an announcement, as semver §7 has it",
      [info({ id: "deprecated-added", categories: ["LIFE"] })],
      "minor",
      "patch",
    ],
    ["narrower results", [info({ id: "result-narrowed", categories: ["RESULT"] })], "patch", "patch"],
    ["another title", [info({ id: "title-changed", categories: ["PROMPT"] })], "patch", "patch"],
    ["what is hidden", [info({ id: "tool-order-added", hidden: true })], "patch", "patch"],
    ["handlers only", [changeOf({ id: "handler-missing", categories: ["SOURCE"] })], "patch", "patch"],
    ["an accepted break", [changeOf({ accepted: { reason: "x", until: "2027-01-01" } })], "major", "minor"],
    [
      "a break that was levelled",
      [info({ levelled: { from: "ERR", reason: "x", until: "2027-01-01" } })],
      "major",
      "minor",
    ],
  ])("for %s", (_, changes, stable, early) => {
    expect([requiredBump(changes, "1.2.0"), requiredBump(changes, "0.2.0")]).toEqual([stable, early]);
  });
});

it("a report of some categories counts those, and asks for their version alone", () => {
  const prompt = changeOf({ id: "title-changed", severity: "INFO", categories: ["PROMPT"] });
  const some = ofCategories(report([changeOf({ categories: ["CALL", "SOURCE"] }), prompt], "1.0.0", "1.1.0"), [
    "PROMPT",
  ]);
  expect(some).toMatchObject({ changes: [{ id: "title-changed" }], counts: { ERR: 0, INFO: 1 }, required: "patch" });
});
