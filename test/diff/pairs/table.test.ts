import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diffLists } from "../../../src/compiler/diff/diff-lists.ts";
import { renderDiff } from "../../../src/compiler/diff/render/text.ts";
import { mayRewriteGoldens } from "../../may-rewrite-goldens.ts";
import { asAnswer, type Pair, recordedPairs } from "./saved-list.ts";
import { score } from "./score.ts";
import { changesOf, readTruth } from "./truth.ts";

// The table of docs/diff.md about versions of public servers: `UPDATE_GOLDENS=1` rewrites it.

const page = join(import.meta.dirname, "..", "..", "..", "docs", "diff.md");
/** Lines of a report that are read without scrolling. */
const maxPageLines = 60;

interface Row {
  readonly pairs: number;
  readonly breaks: number;
  readonly missed: number;
  readonly undecided: number;
  readonly falseAlarms: number;
  readonly witnesses: number;
  readonly wrongWitnesses: number;
  readonly findings: number;
  /** Lines of the longest report. */
  readonly lines: number;
}

function rowOf({ base, head, truthPath }: Pair): Row {
  const result = score(base, head, changesOf(readTruth(truthPath)));
  const report = diffLists(asAnswer(base), asAnswer(head), { basePath: base.version, headPath: head.version });
  if ("problem" in report) throw new Error(report.problem);
  const shown = report.changes.filter(({ hidden }) => hidden !== true);
  return {
    pairs: 1,
    breaks: result.reported + result.eased + result.undecided.length + result.missed.length,
    missed: result.missed.length,
    undecided: result.undecided.length,
    falseAlarms: result.falseAlarms.length + result.unfounded.length,
    witnesses: shown.filter(({ witness }) => witness !== undefined).length,
    wrongWitnesses: result.badWitnesses.length,
    findings: shown.length,
    lines: renderDiff(report, { context: 1 }).trimEnd().split("\n").length,
  };
}

function together(a: Row, b: Row): Row {
  const sums = Object.fromEntries(Object.entries(a).map(([key, value]) => [key, value + b[key as keyof Row]]));
  return { ...(sums as unknown as Row), lines: Math.max(a.lines, b.lines) }; // the keys are those of a row
}

interface ServerRow {
  readonly server: string;
  readonly row: Row;
}

function tableOf(pairs: readonly ServerRow[]): string {
  const rows = new Map<string, Row>();
  for (const { server, row } of pairs) {
    const known = rows.get(server);
    rows.set(server, known === undefined ? row : together(known, row));
  }
  const all = [...rows.values()].reduce(together);
  const heads = [
    "server",
    "pairs",
    "breaks",
    "missed",
    "undecided",
    "false",
    "witnesses",
    "wrong",
    "findings",
    "longest report, lines",
  ];
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |\n`;
  const cells = ([name, row]: readonly [string, Row]) => line([name, ...Object.values<number>({ ...row })]);
  return [
    line(heads),
    line(heads.map((_, index) => (index === 0 ? "---" : "---:"))),
    ...[...rows].map(cells),
    cells(["all", all]),
  ].join("");
}

test("docs/diff.md has the table of the recorded pairs", () => {
  const pairs = recordedPairs().map((pair) => ({ server: pair.server, row: rowOf(pair) }));
  const table = tableOf(pairs);
  const withTable = (text: string) => text.replace(/(?<=^<!-- pairs -->\n)[\s\S]*(?=^<!-- \/pairs -->$)/m, () => table);
  const before = readFileSync(page, "utf8");
  if (mayRewriteGoldens()) writeFileSync(page, withTable(before));
  const text = readFileSync(page, "utf8");
  expect(text).toContain("<!-- pairs -->\n| server |");
  expect(text).toBe(withTable(text));
  for (const { server, row } of pairs) expect([server, row.lines <= maxPageLines]).toEqual([server, true]);
}, 120_000);
