import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../process/run-pegboard.ts";
import { type Ended, runInGroup } from "./process-groups.ts";
import { outsidePrograms } from "./programs.ts";

// The official conformance suite, in each revision that it knows, against a catalog compiled from YAML: the command of
// CONTRIBUTING.md, as it stands there.

const programs = await outsidePrograms();
const expectedPath = join(root, "test", "outside", "expected-failures.yaml");

function conformance(...words: string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? "" };
  return runInGroup(process.execPath, [join(root, "scripts", "conformance.mjs"), ...words], env);
}

/** What the suite ran, revision by revision: `[revision, scenarios]`. */
function scenariosIn(stdout: string): readonly (readonly [string, number])[] {
  return [...stdout.matchAll(/^════ (\S+)\s+Running all suite \((\d+) scenarios\)/gm)].map(
    ([, revision = "", count]) => [revision, Number(count)],
  );
}

describe.skipIf(programs === undefined)("the conformance suite", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pegboard-conformance-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("finds no failure that is not expected, and no expected one that passes", async () => {
    const { code, stdout, stderr, isClean } = await conformance();
    expect({ code, isClean, said: code === 0 ? "" : verdicts(stdout) + stderr }).toEqual({
      code: 0,
      isClean: true,
      said: "",
    });
    expect(scenariosIn(stdout)).toEqual([
      ["2025-06-18", 27],
      ["2025-11-25", 33],
      ["2026-07-28", 40],
    ]);
  });

  // The guard, broken on purpose: what it holds would not be held if these went unseen.
  it("reports a failure that is not expected, and an expected one that passes", async () => {
    const path = join(folder, "expected-failures.yaml");
    writeFileSync(path, "server: [tools-list]\n");
    const words = ["--revision", "2025-06-18", "--without-sessions", "--expected-failures", path];
    const { code, stdout, isClean } = await conformance(...words);
    expect({ code, isClean }).toEqual({ code: 1, isClean: true });
    expect(
      verdicts(stdout)
        .split("\n")
        .filter((line) => !line.startsWith("════")),
    ).toEqual([
      "Stale baseline entries (now passing - remove from baseline):",
      "  ✓ tools-list",
      "Unexpected failures (not in baseline):",
      "  ✗ tools-call-sampling",
      "  ✗ tools-call-elicitation",
      "  ✗ resources-subscribe",
      "  ✗ resources-unsubscribe",
    ]);
  });
});

/** What the suite says of what it did not expect, revision by revision. */
function verdicts(stdout: string): string {
  return [...withoutColours(stdout).matchAll(/^(════ .*|(?:Unexpected failures \(|Stale ).*| {2}[✗✓] .*)$/gm)]
    .map(([line]) => line)
    .join("\n");
}

/** The suite colours its output whether or not anybody sees it. */
function withoutColours(text: string): string {
  return stripVTControlCharacters(text);
}

it("has a reason for each failure that it expects", () => {
  const text = readFileSync(expectedPath, "utf8");
  const { server } = parse(text) as { readonly server: readonly string[] };
  // A reason stands above the entries that it is for, after an empty line or the entry of another reason.
  const unexplained = text.split(/\n\n/).slice(1);
  expect(unexplained.filter((part) => !part.trimStart().startsWith("#"))).toEqual([]);
  expect(new Set(server).size).toBe(server.length);
});
