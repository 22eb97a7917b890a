import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Judging, judgeUsage, type Verdict } from "../../src/cli/usage/judge-usage.ts";
import { oldThings } from "../../src/cli/usage/old-things.ts";
import { check } from "../../src/compiler/compile.ts";
import type { Use } from "../../src/runtime/ports.ts";
import { type DayTallies, usageText } from "../../src/usage/usage-file.ts";
import { runProgram } from "./run-program.ts";

const alias: Use = { kind: "alias", tool: "note_create", name: "add_note" };

const tally = (use: Use, day: string, count = 1) => ({
  use,
  count,
  first: `${day}T01:00:00.000Z`,
  last: `${day}T02:00:00.000Z`,
});

describe("the verdict", () => {
  const judging: Judging = { today: "2026-11-21", quietDays: 30, countedSince: "2026-01-01", from: undefined };
  const verdict = (sunset: string | undefined, last: string | undefined, other: Partial<Judging> = {}): Verdict => {
    const deprecated = { since: "1.0.0", ...(sunset === undefined ? {} : { sunset }) };
    const days: DayTallies[] = last === undefined ? [] : [{ day: last, tallies: [tally(alias, last)] }];
    const [row] = judgeUsage([{ use: alias, owner: "old", declaredAt: "a:1", deprecated }], days, {
      ...judging,
      ...other,
    });
    if (row === undefined) throw new Error("invariant: every thing has a row");
    return row.verdict;
  };

  test.each<[string, string | undefined, string | undefined, Partial<Judging>, Verdict]>([
    ["sunset passed, never used", "2026-11-20", undefined, {}, "may go"],
    ["sunset passed today, never used", "2026-11-21", undefined, {}, "may go"],
    ["sunset tomorrow, never used", "2026-11-22", undefined, {}, "before its sunset"],
    ["sunset passed, used 30 days ago", "2026-11-01", "2026-10-22", {}, "may go"],
    ["sunset passed, used 29 days ago", "2026-11-01", "2026-10-23", {}, "still used"],
    ["sunset passed, used 29 days ago, fewer quiet days", "2026-11-01", "2026-10-23", { quietDays: 29 }, "may go"],
    ["before its sunset, used today", "2027-11-01", "2026-11-21", {}, "still used"],
    ["before its sunset, used long ago", "2027-11-01", "2026-03-01", {}, "before its sunset"],
    ["no sunset, never used", undefined, undefined, {}, "never seen"],
    ["no sunset, used long ago", undefined, "2026-03-01", {}, "unused lately"],
    ["no sunset, used today", undefined, "2026-11-21", {}, "still used"],
    [
      "sunset passed, but counted only for 29 days",
      "2026-11-01",
      undefined,
      { countedSince: "2026-10-23" },
      "too early to say",
    ],
    ["sunset passed, counted for 30 days", "2026-11-01", undefined, { countedSince: "2026-10-22" }, "may go"],
    [
      "sunset passed, and calls were never counted",
      "2026-11-01",
      undefined,
      { countedSince: undefined },
      "too early to say",
    ],
  ])("%s", (_title, sunset, last, other, expected) => {
    expect(verdict(sunset, last, other)).toBe(expected);
  });

  test("asks for the last use, however few of the calls are counted", () => {
    const days = [
      { day: "2026-11-10", tallies: [tally(alias, "2026-11-10", 5)] },
      { day: "2026-11-20", tallies: [tally(alias, "2026-11-20", 2)] },
    ];
    const rows = judgeUsage([], days, { ...judging, from: "2026-11-15" });
    expect(rows).toEqual([
      {
        use: alias,
        owner: undefined,
        declaredAt: undefined,
        known: false,
        calls: 2,
        first: "2026-11-10",
        last: "2026-11-20",
        sunset: undefined,
        verdict: "still used",
      },
    ]);
  });
});

const noteList = `name: note_list
title: List notes
tier: essential
since: 0.1.0
stability: stable
summary: List the notes in the order they were written.
session: none
effects: { read_only: true, destructive: false, idempotent: true, open_world: false }
params:
  limit: { type: integer, min: 1, max: 100, default: 20, description: Most notes, aliases: [{ name: max, deprecated: { since: 0.1.0 } }] }
  order:
    type: enum
    values:
      - newest
      - { value: latest, summary: The same, deprecated: { since: 0.1.0, sunset: 2026-01-01, replaced_by: newest } }
    description: Which comes first
  filter:
    type: object
    description: What to show
    fields:
      folder: { type: string, description: Where, deprecated: { since: 0.1.0, sunset: 2027-12-01 } }
      kind: { type: string, description: What }
result: { type: array, items: { ref: Note } }
errors: []
guidance:
  use_when: [You want to know what was written down]
examples:
  - title: Nothing yet
    arguments: {}
    result: { count: 0 }
`;

let root: string;
let counters: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "pegboard-usage-cli-"));
  cpSync(join(import.meta.dirname, "../fixtures/notes/schema"), join(root, "schema"), { recursive: true });
  writeFileSync(join(root, "schema/tools/note/note_list.yaml"), noteList);
});
beforeEach(() => {
  counters = join(root, "counters");
  rmSync(counters, { recursive: true, force: true });
  mkdirSync(join(counters, "notes"), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const usage = (...words: string[]) =>
  runProgram(["usage", "--catalog", root, ...words], { cwd: root, env: { PEGBOARD_USAGE: counters } });

function counted(name: string, days: readonly DayTallies[]): void {
  writeFileSync(join(counters, "notes", name), usageText({ days, replaces: [] }));
}

const latest: Use = { kind: "value", tool: "note_list", name: "latest", param: "order" };
const burned: Use = { kind: "alias", tool: "note_create", name: "burn_note" };

describe("pegboard usage", () => {
  test("shows everything old, whose it is, and what is known of it", async () => {
    counted("2026-02-01.a.json", [{ day: "2026-02-01", tallies: [tally(latest, "2026-02-01", 3)] }]);
    counted("2026-11-20.b.json", [
      { day: "2026-11-20", tallies: [tally(alias, "2026-11-20", 2), tally(burned, "2026-11-20")] },
    ]);
    counted("2026-11-20.c.json", [{ day: "2026-11-20", tallies: [tally(alias, "2026-11-20", 40)] }]);
    const { code, stdout, stderr } = await usage();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replaceAll(counters, "COUNTERS")).toBe(`\
                                                     calls  first       last        sunset      owner     declared
  may go             value note_list order=latest    3      2026-02-01  2026-02-01  2026-01-01  notes     schema/tools/note/note_list.yaml:15
  still used         alias add_note → note_create    42     2026-11-20  2026-11-20  2027-12-01  scribble  schema/tools/note/note_create.yaml:15
  still used         alias burn_note → note_create   1      2026-11-20  2026-11-20  -           -         not in the catalog
  before its sunset  param note_list filter…folder   0      -           -           2027-12-01  notes     schema/tools/note/note_list.yaml:21
  never seen         spelling note_list max → limit  0      -           -           -           notes     schema/tools/note/note_list.yaml:10

1 may go, 2 still used, 1 before its sunset, 1 never seen
counted since 2026-02-01; COUNTERS/notes
`);
  });

  test("and the same as JSON, from a day on", async () => {
    counted("2026-11-19.a.json", [{ day: "2026-11-19", tallies: [tally(alias, "2026-11-19", 3)] }]);
    counted("2026-11-20.a.json", [{ day: "2026-11-20", tallies: [tally(alias, "2026-11-20", 2)] }]);
    const { stdout } = await usage("--json", "--since", "2026-11-20", "--quiet-days", "0");
    const value = JSON.parse(stdout) as { readonly rows: readonly unknown[] };
    expect({ ...value, rows: value.rows.slice(-3, -2) }).toMatchObject({
      catalog: "notes",
      countedSince: "2026-11-19",
      quietDays: 0,
    });
    expect(value.rows).toContainEqual({
      ...alias,
      owner: "scribble",
      declaredAt: "schema/tools/note/note_create.yaml:15",
      known: true,
      calls: 2,
      first: "2026-11-19",
      last: "2026-11-20",
      sunset: "2027-12-01",
      verdict: "before its sunset",
    });
  });

  test("prunes: past days in one file, without what is not in the catalog any more", async () => {
    counted("2026-11-18.a.json", [
      { day: "2026-11-18", tallies: [tally(alias, "2026-11-18"), tally(burned, "2026-11-18")] },
    ]);
    counted("2026-11-19.a.json", [{ day: "2026-11-19", tallies: [tally(alias, "2026-11-19")] }]);
    counted("2026-11-21.a.json", [{ day: "2026-11-21", tallies: [tally(alias, "2026-11-21")] }]);
    const { code, stdout, stderr } = await usage("--prune");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "put 2 files together; dropped 1 counter\n" });
    expect(stdout).toMatch(/alias add_note → note_create +3 /);
    expect(stdout).not.toContain("burn_note");
    expect(readdirSync(join(counters, "notes"))).toEqual(["2026-11-21.a.json", "merged.json"]);
    writeFileSync(join(counters, "notes", "prune.lock"), "");
    expect(await usage("--prune")).toMatchObject({ code: 2, stderr: expect.stringContaining("another process") });
  });

  test("reports files that hold no counters, and goes on", async () => {
    writeFileSync(join(counters, "notes", "2026-11-20.a.json"), "{");
    const { code, stdout, stderr } = await usage();
    expect(code).toBe(0);
    expect(stderr).toContain("2026-11-20.a.json' contains no counters and was ignored");
    expect(stdout).toContain("nothing was counted so far");
  });

  test("outside of every project reports on the workbench that the package carries", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "pegboard-nowhere-"));
    try {
      // Beside the packaged catalog settings are not looked for, as `serve` and `call` don't.
      const env = { XDG_STATE_HOME: join(elsewhere, "state"), HOME: elsewhere };
      const { code, stdout, stderr } = await runProgram(["usage"], { cwd: elsewhere, env });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/alias add_memory → memory_store +0 /);
      expect(stdout).toContain(join("state", "pegboard", "usage", "pegboard"));
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  test.each<[string[], Record<string, string>, string]>([
    [["--since", "yesterday"], {}, "--since takes a day, not 'yesterday'"],
    [["--since", "2026-13-01"], {}, "--since takes a day"],
    [[], { PEGBOARD_USAGE: "off" }, "usage is not counted"],
  ])("%j %j is refused", async (words, env, problem) => {
    const { code, stderr } = await runProgram(["usage", "--catalog", root, ...words], { cwd: root, env });
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });
});

test("every kind of old thing is found, in older versions and old names with a contract of their own too", () => {
  const folderOf = join(import.meta.dirname, "../golden/compile/versions/schema");
  const sources = readdirSync(folderOf, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: `schema${path.slice(folderOf.length)}`, text: readFileSync(path, "utf8") };
    });
  const { value } = check(sources);
  if (value === undefined) throw new Error("invariant: the golden catalog compiles");
  const shown = oldThings(value.catalog, value.origins).map(({ use: { kind, tool, name }, declaredAt }) => {
    return `${kind} ${tool} ${name} ${declaredAt}`;
  });
  expect(shown).toEqual([
    "alias note_create add_note schema/tools/note/note_create.yaml:18",
    "version note_create 2 schema/tools/note/note_create.v2.yaml:1",
    "version note_create 1 schema/tools/note/note_create.v1.yaml:1",
    "version note_list 1 schema/tools/note/note_list.v1.yaml:1",
  ]);
});
