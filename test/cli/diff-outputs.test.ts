import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ruleBook } from "../../src/compiler/diff/rule-book.ts";
import { sarifProblems } from "../diagnostics/sarif-problems.ts";
import { realPair } from "../diff/render/real-pair.ts";
import { type Finished, runProgram } from "./run-program.ts";

// What `pegboard diff` prints and writes, on a project that broke its callers since the release.

const accepted = "test/baseline/accepted.json";
let broken = "";
let project = "";

// Released once, then broken; each test has a copy.
beforeAll(async () => {
  broken = mkdtempSync(join(tmpdir(), "pegboard-diff-outputs-"));
  project = broken;
  write(realPair.base);
  expect((await own("baseline", "--release")).code).toBe(0);
  write(realPair.head);
});
afterAll(() => rmSync(broken, { recursive: true, force: true }));

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "pegboard-diff-outputs-"));
  cpSync(broken, project, { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function own(...words: string[]): Promise<Finished> {
  return runProgram(words, { cwd: project, env: {} });
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
}

const text = (path: string) => readFileSync(join(project, path), "utf8");

/** Rule and fingerprint of every change that is printed. */
async function listed(...words: string[]): Promise<readonly (readonly [id: string, fingerprint: string])[]> {
  const { stdout } = await own("diff", "--format", "line", ...words);
  return Array.from(
    stdout.matchAll(/ (?:ERR|WARN|INFO) ([a-z-]+): .*\[([0-9a-f]{12})\]/g),
    ([, id = "", fingerprint = ""]) => [id, fingerprint],
  );
}

async function fingerprintOf(rule: string): Promise<string> {
  const found = (await listed()).find(([id]) => id === rule);
  if (found === undefined) throw new Error(`no ${rule}`);
  return found[1];
}

describe("pegboard diff --format", () => {
  it("text frames the new YAML, and the baseline where something is gone", async () => {
    const { code, stdout } = await own("diff", "--verbose");
    expect(code).toBe(1);
    expect(stdout).toContain(
      "schema/tools/greeting/greeting_send.yaml:10:36 ERR param-narrowed: greeting_send.name: max length is 40 instead of 80\n",
    );
    expect(stdout).toMatch(/^test\/baseline\/catalog\.json:\d+:\d+ ERR param-removed: .*\n +\d+ \|/m);
  });

  it("json, md, sarif and github say the same", async () => {
    const ids = (await listed()).map(([id]) => id);
    expect(ids).toContain("read-only-lost");
    const json = JSON.parse((await own("diff", "--format", "json")).stdout);
    expect(json.format).toBe("pegboard-diff/1");
    expect(
      json.changes.filter((change: { hidden?: true }) => !change.hidden).map(({ id }: { id: string }) => id),
    ).toEqual(ids);
    const log = JSON.parse((await own("diff", "--format", "sarif")).stdout);
    expect(sarifProblems(log)).toEqual([]);
    expect(log.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(ids);
    const github = (await own("diff", "--format", "github")).stdout.trimEnd().split("\n");
    expect(github.map((line) => /title=([a-z-]+)/.exec(line)?.[1])).toEqual(ids);
    const md = (await own("diff", "--format", "md")).stdout;
    for (const id of ids) expect(md).toContain(`| \`${id}\` |`);
  });

  it("is for a catalog that does not compile too", async () => {
    write({
      "schema/tools/greeting/greeting_send.yaml": realPair.head["schema/tools/greeting/greeting_send.yaml"].replace(
        "tier: essential",
        "tier: none",
      ),
    });
    const forms = ["text", "json", "md", "sarif", "github"];
    const outcomes = await Promise.all(forms.map((form) => own("diff", "--format", form)));
    for (const { code, stdout, stderr } of outcomes) {
      expect(code).toBe(1);
      expect(`${stdout}${stderr}`).toContain("unknown-tier");
      expect(stderr).toContain("not compared: the catalog has errors\n");
    }
  });
});

describe("pegboard diff --categories", () => {
  it("prints and judges these alone", async () => {
    expect((await listed("--categories", "policy")).map(([id]) => id)).toEqual(["read-only-lost"]);
    expect((await own("diff", "--categories", "POLICY")).code).toBe(1);
    expect((await own("diff", "--categories", "RESULT,LIFE", "--format", "line")).stdout).toMatch(/ alias-removed: /);
    expect(await own("diff", "--categories", "RESULT")).toEqual({ code: 0, stdout: "no changes\n", stderr: "" });
  });

  it("knows no others", async () => {
    expect(await own("diff", "--categories", "CALL,RESLUT")).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: there is no category 'RESLUT'\n       did you mean 'RESULT'?\n",
    });
  });
});

describe("pegboard diff --all", () => {
  it("also prints changes that affect no callers", async () => {
    const some = await listed();
    const all = await listed("--all");
    expect(all.length).toBeGreaterThan(some.length);
    expect((await own("diff")).stdout).toContain(`--all shows ${all.length - some.length} more\n`);
  });
});

describe("pegboard diff --rules", () => {
  it("lists every rule and counts them, without a project", async () => {
    const book = ruleBook();
    const { code, stdout } = await runProgram(["diff", "--rules"], { cwd: tmpdir(), env: {} });
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(book.length + 3);
    expect(stdout).toContain(`\n\n${book.length} rules\n`);
    const json = JSON.parse((await own("diff", "--rules", "--json")).stdout);
    expect(json).toEqual({ count: book.length, rules: JSON.parse(JSON.stringify(book)) });
    expect((await own("diff", "--rules", "--format", "md")).stdout).toContain("| `tool-added` | INFO | CATALOG |");
    expect(await own("diff", "--rules", "--format", "sarif")).toMatchObject({ code: 2 });
  });
});

describe("pegboard diff --accept", () => {
  const decision = ["--reason", "nobody sends long names", "--until", "2027-06-01"];

  it("lets a finding pass, with its reason, until its date", async () => {
    const fingerprint = await fingerprintOf("param-narrowed");
    expect(await own("diff", "--accept", fingerprint, ...decision)).toEqual({
      code: 0,
      stdout: `accepted param-narrowed for greeting_send.name until 2027-06-01, in ${accepted}\n`,
      stderr: "",
    });
    expect(JSON.parse(text(accepted))).toEqual({
      format: 1,
      accepted: [
        {
          fingerprint,
          rule: "param-narrowed/max-length",
          subject: "greeting_send.name",
          reason: "nobody sends long names",
          until: "2027-06-01",
        },
      ],
      levels: [],
    });
    const { stdout } = await own("diff", "--verbose");
    expect(stdout).toContain("\n\nAccepted (1)\n\nschema/tools/greeting/greeting_send.yaml:10:36 ERR param-narrowed: ");
    expect(stdout).toContain("  accepted until 2027-06-01: nobody sends long names\n");
    expect((await own("diff", "--required-bump")).stdout).toBe("minor\n");
  });

  it("lets the gate pass when all that fails it was accepted", async () => {
    for (const [, fingerprint] of await listed()) {
      expect((await own("diff", "--accept", fingerprint, ...decision)).code).toBe(0);
    }
    expect((await own("diff", "--fail-on", "info")).code).toBe(0);
  });

  it("is an error once the finding is gone, at its line", async () => {
    await own("diff", "--accept", await fingerprintOf("param-narrowed"), ...decision);
    write(realPair.base);
    const { code, stdout } = await own("diff");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^test\/baseline\/accepted\.json:4:22 ERR acceptance-unused: nothing that changed is 'param-narrowed\/max-length' for 'greeting_send\.name' any more\n/m,
    );
    expect((await own("diff", "--against", "test/baseline/catalog.json")).code).toBe(1);
    write({ other: "" });
    expect((await own("baseline", "--release")).code).toBe(0);
    expect(JSON.parse(text(accepted)).accepted).toEqual([]);
    expect((await own("diff")).code).toBe(0);
  });

  it.each([
    [["--accept", "f1189b36517d"], "a finding is accepted for a reason and until a date: --reason is missing"],
    [
      ["--accept", "f1189b36517d", "--reason", "x"],
      "a finding is accepted for a reason and until a date: --until is missing",
    ],
    [["--accept", "f1189b36517d", "--reason", " ", "--until", "2027-06-01"], "a finding needs a reason"],
    [
      ["--accept", "f1189b36517d", "--reason", "x", "--until", "2027-06"],
      "--until: '2027-06' is not a date such as 2027-06-01",
    ],
    [["--accept", "zzz", "--reason", "x", "--until", "2027-06-01"], "no change has the fingerprint 'zzz'"],
    [["--until", "2027-06-01"], "--until requires --accept"],
    [["--reason", "x"], "--reason requires --accept"],
  ])("refuses %j", async (words, message) => {
    const { code, stderr } = await own("diff", ...words);
    expect({ code, message: stderr.split("\n")[0] }).toEqual({ code: 2, message: `error: ${message}` });
    expect(existsSync(join(project, accepted))).toBe(false);
  });

  it("beside another base does not fail the comparison with the baseline, which never had it", async () => {
    const tool = "schema/tools/greeting/greeting_send.yaml" as const;
    for (const [path, was] of Object.entries(realPair.base)) {
      write({ [`branch/${path}`]: path === tool ? was.replace("max_length: 80", "max_length: 90") : was });
    }
    const beside = ["--against", "./branch"];
    const found = (await listed(...beside)).find(([id]) => id === "param-narrowed")?.[1] ?? "";
    expect((await own("diff", ...beside, "--accept", found, ...decision)).code).toBe(0);
    expect(JSON.parse(text(accepted)).accepted).toMatchObject([{ fingerprint: found, unreleased: true }]);
    expect((await own("diff", ...beside, "--format", "line")).stdout).toContain(`[${found}] accepted until 2027-06-01`);
    const ids = (await listed()).map(([id]) => id);
    expect(ids).toContain("param-narrowed");
    expect(ids).not.toContain("acceptance-unused");
  });

  it("quotes a damaged file on one line that commands nothing", async () => {
    write({ [accepted]: '{"format": 1, "a\\n::stop-commands::x\\u001b[31m ##[group]": 1}' });
    expect((await own("diff")).stderr).toBe(
      `error: '${accepted}' can't be used: it has a key 'a\\n::stop-commands::x\\u{1b}[31m #\\u{23}[group]' without meaning; known: format, accepted, levels\n`,
    );
  });

  it("refuses a file that was damaged", async () => {
    write({ [accepted]: '{"format": 1, "levels": [{"rule": "tool-removed", "level": "info", "reason": "x"}]}' });
    expect(await own("diff")).toEqual({
      code: 2,
      stdout: "",
      stderr: `error: '${accepted}' can't be used: levels[0] has no 'until'\n`,
    });
  });

  it("levels of rules hold as the file says", async () => {
    const level = {
      rule: "read-only-lost",
      tool: "greeting_send",
      level: "warn",
      reason: "it logs",
      until: "2027-01-01",
    };
    write({ [accepted]: JSON.stringify({ format: 1, levels: [level] }) });
    const { code, stdout } = await own("diff", "--categories", "POLICY");
    expect(code).toBe(0);
    expect(stdout).toContain("WARN read-only-lost: ");
    expect(stdout).toContain("  level: ERR in itself; levelled until 2027-01-01: it logs\n");
  });
});

describe("pegboard diff --changelog", () => {
  it("prints the entry", async () => {
    const { code, stdout } = await own("diff", "--changelog");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^## \[Unreleased\]\n\n### Removed\n\n- \*\*Breaking:\*\* /);
  });

  it("puts it into a file, once", async () => {
    write({ "schema/catalog.yaml": realPair.head["schema/catalog.yaml"].replace("version: 0.1.0", "version: 0.2.0") });
    expect((await own("diff", "--changelog", "CHANGELOG.md")).stdout).toBe("created CHANGELOG.md\n");
    const first = text("CHANGELOG.md");
    expect(first).toMatch(
      /^# Changelog\n\n## \[0\.2\.0\] - 2026-11-21\n\n<!-- pegboard diff [0-9a-f]{12} -->\n### Removed\n/,
    );
    expect((await own("diff", "--changelog", "CHANGELOG.md")).stdout).toBe("CHANGELOG.md has it already\n");
    expect(text("CHANGELOG.md")).toBe(first);
  });

  it("makes the folder of the file", async () => {
    const { code, stdout } = await own("diff", "--changelog", "docs/new/CHANGELOG.md");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "created docs/new/CHANGELOG.md\n" });
  });

  it("leaves what people edited", async () => {
    await own("diff", "--changelog", "CHANGELOG.md");
    write({ "CHANGELOG.md": text("CHANGELOG.md").replace("40 instead of 80", "forty") });
    const edited = text("CHANGELOG.md");
    expect((await own("diff", "--changelog", "CHANGELOG.md")).stdout).toBe("CHANGELOG.md has it already\n");
    write({
      "schema/tools/greeting/greeting_send.yaml": realPair.base["schema/tools/greeting/greeting_send.yaml"].replace(
        "max_length: 80",
        "max_length: 30",
      ),
    });
    const { code, stderr } = await own("diff", "--changelog", "CHANGELOG.md");
    expect({ code, stderr: stderr.split("\n")[0] }).toEqual({
      code: 2,
      stderr: "error: the entry in 'CHANGELOG.md' was edited by hand, and the catalog has changed since",
    });
    expect(text("CHANGELOG.md")).toBe(edited);
  });

  it("does not take what was meant as a base for a file", async () => {
    const { code, stderr } = await own("diff", "--changelog", "v1.0.0");
    expect({ code, stderr: stderr.split("\n")[0] }).toEqual({ code: 2, stderr: "error: 'v1.0.0' is not a changelog" });
    expect(existsSync(join(project, "v1.0.0"))).toBe(false);
  });
});

describe("pegboard diff with two things to do", () => {
  it.each([
    [["--rules", "--required-bump"], "--rules and --required-bump"],
    [["--changelog", "--required-bump"], "--changelog and --required-bump"],
    [["--accept", "f1189b36517d", "--reason", "x", "--until", "2027-06-01", "--changelog"], "--accept and --changelog"],
  ])("refuses %j", async (words, named) => {
    const { code, stdout, stderr } = await own("diff", ...words);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: `error: ${named} can't be combined: run them one by one\n`,
    });
  });
});

describe("pegboard diff beside an edited baseline", () => {
  const recorded = "test/baseline/catalog.json";
  beforeEach(() => write({ [recorded]: text(recorded).replace("80", "40") }));

  it("points at the file that was edited, also for code scanning and annotations", async () => {
    expect((await own("diff")).stdout).toContain("; the required version can't be computed");
    expect((await own("diff", "--format", "github")).stdout).toMatch(
      /^::error file=test\/baseline\/catalog\.json,line=\d+,/,
    );
    const [result] = JSON.parse((await own("diff", "--format", "sarif")).stdout).runs[0].results;
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(recorded);
  });

  it.each([[["--required-bump"]], [["--changelog"]], [["--changelog", "CHANGELOG.md"]]])(
    "has no answer to %j",
    async (words) => {
      const { code, stdout, stderr } = await own("diff", ...words);
      expect({ code, stdout, first: stderr.split("\n")[0] }).toEqual({
        code: 2,
        stdout: "",
        first: "error: not compared: the baseline was edited",
      });
      expect(existsSync(join(project, "CHANGELOG.md"))).toBe(false);
    },
  );
});
