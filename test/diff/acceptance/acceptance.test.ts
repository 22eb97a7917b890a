import { describe, expect, it } from "vitest";
import { acceptFinding } from "../../../src/compiler/diff/acceptance/accept-finding.ts";
import type { Acceptances } from "../../../src/compiler/diff/acceptance/acceptance.ts";
import { noAcceptances } from "../../../src/compiler/diff/acceptance/acceptance.ts";
import { applyAcceptances } from "../../../src/compiler/diff/acceptance/apply-acceptances.ts";
import { acceptancesText, readAcceptances } from "../../../src/compiler/diff/acceptance/read-acceptances.ts";
import { untilProblem } from "../../../src/compiler/diff/acceptance/until.ts";
import type { DiffReport } from "../../../src/compiler/diff/change.ts";
import { failing } from "../../../src/compiler/diff/diff.ts";
import { renderDiffLines } from "../../../src/compiler/diff/render/lines.ts";
import { report } from "../../../src/compiler/diff/report.ts";
import { changeOf } from "../render/reports.ts";

const today = "2026-11-21";
const until = "2027-06-01";
const lowered = changeOf({ facet: "max-length", former: "max-length-lowered", fingerprint: "f1189b36517d" });
const described = changeOf({
  id: "tool-description-changed",
  severity: "WARN",
  categories: ["PROMPT"],
  subject: "note_create",
  message: "the description of 'note_create' changed",
  fingerprint: "bb22cc33dd55",
});
const other = changeOf({
  ...described,
  tool: "note_list",
  subject: "note_list",
  message: "the description of 'note_list' changed",
  fingerprint: "bb22cc33dd66",
});
const whole = report([lowered, described, other], "1.0.0", "1.0.0");
const entry = {
  fingerprint: lowered.fingerprint,
  // As it was called when entries like this were written: they hold on.
  rule: "max-length-lowered",
  subject: lowered.subject,
  reason: "nobody sends it",
  until,
};

function applied(acceptances: Acceptances, changes: { whole?: boolean; today?: string; report?: DiffReport } = {}) {
  return applyAcceptances(changes.report ?? whole, acceptances, {
    today: changes.today ?? today,
    whole: changes.whole ?? true,
    tools: new Set(["note_create", "note_list"]),
    file: { path: "test/baseline/accepted.json", text: acceptancesText(acceptances) },
  });
}

const lines = (of: DiffReport) => renderDiffLines(of, { all: true }).split("\n");
const gate = (of: DiffReport, failOn: "ERR" | "WARN" | "INFO" = "WARN") => failing(of, { failOn }).map(({ id }) => id);

describe("an accepted finding", () => {
  const judged = applied({ accepted: [entry], levels: [] });

  it("does not fail the gate, and is shown with its reason", () => {
    expect(gate(whole)).toEqual(["param-narrowed", "tool-description-changed", "tool-description-changed"]);
    expect(gate(judged)).toEqual(["tool-description-changed", "tool-description-changed"]);
    expect(lines(judged)[0]).toBe(
      "#/tools/0 ERR param-narrowed: note_create.title: max length is 40 instead of 80 [f1189b36517d] accepted until 2027-06-01: nobody sends it",
    );
    expect(judged.counts).toEqual({ ERR: 0, WARN: 2, INFO: 0, accepted: 1, hidden: 0 });
  });

  it("is a break for callers still, so the required bump stays", () => {
    expect(judged.required).toBe("major");
  });

  it("holds through its last day, and no longer", () => {
    expect(gate(applied({ accepted: [entry], levels: [] }, { today: until }))).not.toContain("param-narrowed");
    const late = applied({ accepted: [entry], levels: [] }, { today: "2027-06-02" });
    expect(gate(late, "ERR")).toEqual(["acceptance-expired", "param-narrowed"]);
    expect(lines(late)[0]).toMatch(
      /^test\/baseline\/accepted\.json:4:22 ERR acceptance-expired: 'max-length-lowered' for 'note_create\.title' was accepted until 2027-06-01 \[[0-9a-f]{12}\]$/,
    );
  });

  it("must be among the changes", () => {
    const unused = { ...entry, fingerprint: "000000000000" };
    const judgedUnused = applied({ accepted: [unused], levels: [] });
    expect(gate(judgedUnused, "ERR")).toEqual(["acceptance-unused", "param-narrowed"]);
    expect(judgedUnused.changes[0]?.message).toBe(
      "nothing that changed is 'max-length-lowered' for 'note_create.title' any more",
    );
  });

  it("may be missing where not the baseline is compared with", () => {
    const unused = { ...entry, fingerprint: "000000000000" };
    expect(applied({ accepted: [unused], levels: [] }, { whole: false }).changes).toEqual(whole.changes);
  });

  it("that was found beside another base may be missing beside the baseline too, until its day", () => {
    const unreleased = { ...entry, fingerprint: "000000000000", unreleased: true } as const;
    expect(applied({ accepted: [unreleased], levels: [] }).changes).toEqual(whole.changes);
    const late = applied({ accepted: [unreleased], levels: [] }, { today: "2027-06-02" });
    expect(late.changes.filter(({ id }) => id.startsWith("acceptance-")).map(({ id, help }) => [id, help])).toEqual([
      ["acceptance-expired", "remove the entry"],
    ]);
    const elsewhere = { whole: false, today: "2027-06-02" };
    expect(applied({ accepted: [unreleased], levels: [] }, elsewhere).changes).toEqual(whole.changes);
  });

  it("stays one of the baseline's when it is decided again beside another base", () => {
    const decision = { fingerprint: lowered.fingerprint, reason: "x", until, unreleased: true } as const;
    const decided = (before: Acceptances) => {
      const outcome = acceptFinding(before, whole, decision, today);
      if ("problem" in outcome) throw new Error(outcome.problem);
      return outcome.acceptances.accepted.map(({ reason, unreleased }) => ({ reason, unreleased }));
    };
    expect(decided(noAcceptances)).toEqual([{ reason: "x", unreleased: true }]);
    expect(decided({ accepted: [{ ...entry, unreleased: true }], levels: [] })).toEqual([
      { reason: "x", unreleased: true },
    ]);
    expect(decided({ accepted: [entry], levels: [] })).toEqual([{ reason: "x", unreleased: undefined }]);
  });

  it("is written and read with that", () => {
    const acceptances = { accepted: [{ ...entry, unreleased: true as const }], levels: [] };
    expect(readAcceptances(acceptancesText(acceptances), today)).toEqual({ acceptances });
    expect(readAcceptances(acceptancesText(acceptances).replace("true", "false"), today)).toEqual({
      problem: "accepted[0].unreleased is false; it is true or left out",
    });
  });

  it("says what it is about: a fingerprint under other words accepts nothing", () => {
    const disguised = { ...entry, rule: "enum-reordered", subject: "note_create.tone" };
    const judgedDisguised = applied({ accepted: [disguised], levels: [] });
    expect(gate(judgedDisguised, "ERR")).toEqual(["param-narrowed", "acceptance-unused"]);
    expect(judgedDisguised.changes.find(({ id }) => id === "acceptance-unused")?.message).toBe(
      "the entry is for 'enum-reordered' for 'note_create.tone', but f1189b36517d is 'param-narrowed/max-length' for 'note_create.title'",
    );
  });
});

describe("a rule's level", () => {
  const level = { rule: "tool-description-changed", level: "info", reason: "we edit texts weekly", until } as const;

  it("is another one everywhere", () => {
    const judged = applied({ accepted: [], levels: [level] });
    expect(gate(judged)).toEqual(["param-narrowed"]);
    expect(
      judged.changes
        .filter(({ levelled }) => levelled !== undefined)
        .map(({ severity, levelled }) => [severity, levelled]),
    ).toEqual([
      ["INFO", { from: "WARN", reason: "we edit texts weekly", until }],
      ["INFO", { from: "WARN", reason: "we edit texts weekly", until }],
    ]);
  });

  it("is another one for a tool, which wins", () => {
    const judged = applied({ accepted: [], levels: [level, { ...level, tool: "note_list", level: "err" }] });
    expect(lines(judged).map((line) => line.split(":")[0])).toEqual([
      "#/tools/0 ERR param-narrowed",
      "#/tools/0 ERR tool-description-changed",
      "#/tools/0 INFO tool-description-changed",
    ]);
  });

  it("hides what it ignores, which the bump still counts", () => {
    const judged = applied({ accepted: [], levels: [{ ...level, rule: "max-length-lowered", level: "ignore" }] });
    expect(judged.counts).toEqual({ ERR: 0, WARN: 2, INFO: 0, accepted: 0, hidden: 1 });
    expect(gate(judged)).toEqual(["tool-description-changed", "tool-description-changed"]);
    expect(judged.required).toBe("major");
  });

  it("under a former name covers only the changes of that rule", () => {
    const set = { ...level, rule: "max-length-set", level: "ignore" } as const;
    expect(gate(applied({ accepted: [], levels: [set] }))).toContain("param-narrowed");
  });

  it("for a facet overrides the one for its rule, in any order of the file", () => {
    const levels = [
      { ...level, rule: "param-narrowed", level: "warn" },
      { ...level, rule: "param-narrowed/max-length", level: "err" },
    ] as const;
    for (const order of [levels, levels.toReversed()]) {
      const [change] = applied({ accepted: [], levels: order }).changes.filter(({ id }) => id === "param-narrowed");
      expect(change?.severity).toBe("ERR");
    }
  });

  it("brings hidden changes to light", () => {
    const reordered = changeOf({ id: "enum-reordered", severity: "INFO", hidden: true });
    const order = { ...level, rule: "enum-reordered", level: "warn" } as const;
    const judged = applied({ accepted: [], levels: [order] }, { report: report([reordered], "1.0.0", "1.0.0") });
    expect(gate(judged)).toEqual(["enum-reordered"]);
    expect(judged.counts).toMatchObject({ WARN: 1, hidden: 0 });
  });

  it("ends with its date", () => {
    const judged = applied({ accepted: [], levels: [level] }, { today: "2027-06-02" });
    expect(gate(judged, "ERR")).toEqual(["acceptance-expired", "param-narrowed"]);
    expect(judged.changes[0]?.message).toBe("the level 'info' of 'tool-description-changed' was set until 2027-06-01");
  });

  it("is for a tool that there is", () => {
    const judged = applied({ accepted: [], levels: [level, { ...level, tool: "note_lost" }] });
    const [problem] = judged.changes.filter(({ id }) => id === "acceptance-unused");
    expect(problem?.message).toBe(
      "'tool-description-changed' for 'note_lost' has a level, but there is no tool 'note_lost' on either side",
    );
    const { file, start, end } = problem?.span ?? { file: { text: "" }, start: 0, end: 0 };
    expect(file.text.slice(start, end)).toBe('"rule"');
    expect(file.text.slice(start)).toContain("note_lost");
  });
});

describe("the file", () => {
  const both: Acceptances = {
    accepted: [entry, { ...entry, rule: "alias-removed", subject: "say_hello", fingerprint: "aaaaaaaaaaaa" }],
    levels: [{ rule: "tool-description-changed", level: "info", reason: "weekly", until }],
  };

  it("is sorted, whatever the order of decisions, and read as it was written", () => {
    const text = acceptancesText(both);
    expect(acceptancesText({ ...both, accepted: both.accepted.toReversed() })).toBe(text);
    expect(readAcceptances(text, today)).toEqual({
      acceptances: { ...both, accepted: both.accepted.toReversed() },
    });
    expect(text.endsWith("\n")).toBe(true);
  });

  const damaged = (from: string, to: string) => {
    const text = acceptancesText(both);
    expect(text).toContain(from);
    const read = readAcceptances(text.replace(from, to), today);
    return "problem" in read ? read.problem : "";
  };

  it.each([
    ["no JSON", "{", "{{", /^it is not JSON: /],
    ["another format", '"format": 1', '"format": 2', "its format is 2; this version reads 1"],
    [
      "an unknown key",
      '"reason"',
      '"reasons"',
      "accepted[0] has a key 'reasons' without meaning; did you mean 'reason'?",
    ],
    ["no reason", '"nobody sends it"', '" "', "accepted[0].reason is not a text"],
    [
      "a rule that there is not",
      '"alias-removed"',
      '"alias-remove"',
      "accepted[0].rule: there is no rule 'alias-remove'; did you mean 'alias-removed'?",
    ],
    [
      "a fingerprint of another length",
      "aaaaaaaaaaaa",
      "aaaa",
      "accepted[0].fingerprint is 'aaaa', not 12 hexadecimal digits",
    ],
    ["no date", until, "soon", "accepted[0].until: 'soon' is not a date such as 2027-06-01"],
    [
      "a day that there is not",
      until,
      "2027-02-30",
      "accepted[0].until: '2027-02-30' is not a date such as 2027-06-01",
    ],
    [
      "a date too far",
      until,
      "2027-11-22",
      "accepted[0].until: 2027-11-22 is more than a year ahead; at most 2027-11-21",
    ],
    [
      "what would let the baseline be edited",
      '"tool-description-changed"',
      '"baseline-missing-or-edited"',
      "levels[0].rule: 'baseline-missing-or-edited' can't be let pass",
    ],
    ["an unknown level", '"info"', '"note"', "levels[0].level is 'note'; known: err, warn, info, ignore"],
    ["the same twice", "aaaaaaaaaaaa", "f1189b36517d", "'f1189b36517d' stands twice"],
  ])("refuses %s", (_, from, to, problem) => {
    if (typeof problem === "string") expect(damaged(from, to)).toBe(problem);
    else expect(damaged(from, to)).toMatch(problem);
  });

  it.each([
    "[]",
    "null",
    "3",
    '{"format":1,"accepted":{}}',
    '{"format":1,"accepted":[3]}',
    '{"format":1,"accepted":[{}]}',
  ])("refuses %s without a crash", (text) => {
    expect(readAcceptances(text, today)).toHaveProperty("problem");
  });

  it("may leave out what it has none of", () => {
    expect(readAcceptances('{"format": 1}', today)).toEqual({ acceptances: noAcceptances });
  });
});

describe("a decision", () => {
  const decide = (changes: Partial<{ fingerprint: string; reason: string; until: string }>) =>
    acceptFinding(
      noAcceptances,
      whole,
      { fingerprint: lowered.fingerprint, reason: " nobody sends it ", until, ...changes },
      today,
    );

  it("becomes an entry that names rule and subject", () => {
    expect(decide({})).toEqual({
      acceptances: { accepted: [{ ...entry, rule: "param-narrowed/max-length" }], levels: [] },
      change: lowered,
    });
  });

  it("replaces the one before it", () => {
    const again = acceptFinding({ accepted: [entry], levels: [] }, whole, { ...entry, reason: "still" }, today);
    expect(again).toMatchObject({
      acceptances: { accepted: [{ ...entry, rule: "param-narrowed/max-length", reason: "still" }] },
    });
  });

  it.each([
    [{ reason: "  " }, "a finding needs a reason", 'say it: --reason "…"'],
    [{ until: "2026-11-20" }, "--until: 2026-11-20 has passed", undefined],
    [{ until: "2028-01-01" }, "--until: 2028-01-01 is more than a year ahead; at most 2027-11-21", undefined],
    [
      { fingerprint: "f1189b36517e" },
      "no change has the fingerprint 'f1189b36517e'",
      "did you mean f1189b36517d (param-narrowed: note_create.title)?",
    ],
    [
      { fingerprint: "F118" },
      "no change has the fingerprint 'F118'",
      "did you mean f1189b36517d (param-narrowed: note_create.title)?",
    ],
    [
      { fingerprint: "123" },
      "no change has the fingerprint '123'",
      "there are f1189b36517d (param-narrowed: note_create.title), bb22cc33dd55 (tool-description-changed: note_create), bb22cc33dd66 (tool-description-changed: note_list)",
    ],
  ])("is refused: %j", (changes, problem, hint) => {
    expect(decide(changes)).toEqual(hint === undefined ? { problem } : { problem, hint });
  });

  it("can't be about the file itself", () => {
    const unused = applied({ accepted: [{ ...entry, fingerprint: "000000000000" }], levels: [] });
    const fingerprint = unused.changes.find(({ id }) => id === "acceptance-unused")?.fingerprint ?? "";
    expect(acceptFinding(noAcceptances, unused, { fingerprint, reason: "x", until }, today)).toEqual({
      problem: "'acceptance-unused' is about a file, not about a change",
      hint: "remove the entry",
    });
  });
});

it("a year after a leap day ends on a day that there is", () => {
  expect(untilProblem("2029-03-01", "2028-02-29")).toBe("2029-03-01 is more than a year ahead; at most 2029-02-28");
  expect(untilProblem("2029-02-28", "2028-02-29")).toBeUndefined();
});
