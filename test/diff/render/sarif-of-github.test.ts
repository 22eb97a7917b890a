import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { DiffReport } from "../../../src/compiler/diff/change.ts";
import { diffLists } from "../../../src/compiler/diff/diff-lists.ts";
import { renderDiffSarif } from "../../../src/compiler/diff/render/sarif.ts";
import { asAnswer, recordedPairs } from "../pairs/saved-list.ts";
import { realReport } from "./real-pair.ts";
import { reports } from "./reports.ts";

// What GitHub's code scanning takes, by its documents, read 2026-11-25: "SARIF support for code scanning" (docs.github.com,
// code-security/reference/code-scanning/sarif-support-for-code-scanning: the properties that are required) and "SARIF results
// exceed limit" (code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit). Where releases of the page
// differ, the stricter one counts. The standard itself is held by test/diagnostics/sarif-problems.ts.

const limits = {
  runs: 20,
  results: 25_000,
  /** More are taken and not shown. */
  shown: 5_000,
  rules: 25_000,
  tags: 20,
  locations: 10,
  descriptionCharacters: 1_000,
  zippedBytes: 10_000_000,
};

interface Rule {
  readonly id?: string;
  readonly shortDescription?: { readonly text: string };
  readonly fullDescription?: { readonly text: string };
  readonly help?: { readonly text: string };
  readonly properties?: { readonly tags?: readonly string[] };
}

interface Location {
  readonly physicalLocation?: {
    readonly artifactLocation?: { readonly uri?: string };
    readonly region?: { readonly [key: string]: number };
  };
}

interface Result {
  readonly ruleId?: string;
  readonly ruleIndex?: number;
  readonly level?: string;
  readonly message?: { readonly text?: string };
  readonly locations?: readonly Location[];
  readonly partialFingerprints?: { readonly [key: string]: string };
}

interface Log {
  readonly version?: string;
  readonly $schema?: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name?: string; readonly rules: readonly Rule[] } };
    readonly results: readonly Result[];
  }[];
}

/** One line for each rule of GitHub's that a log breaks. */
function refusals(text: string): readonly string[] {
  const log = JSON.parse(text) as Log; // what is missing in it is what is looked for
  const whole = [
    ...(log.version === "2.1.0" && log.$schema !== undefined ? [] : ["another version"]),
    ...(log.runs.length <= limits.runs ? [] : ["too many runs"]),
    ...(gzipSync(text).length <= limits.zippedBytes ? [] : ["too large"]),
  ];
  return [
    ...whole,
    ...log.runs.flatMap(({ tool, results }) => {
      const { name = "", rules } = tool.driver;
      return [
        ...(name === "" ? ["no name of the tool"] : []),
        ...repeated(results),
        ...(results.length <= limits.results && results.length <= limits.shown ? [] : ["too many results"]),
        ...(rules.length <= limits.rules ? [] : ["too many rules"]),
        ...rules.flatMap(ofRule),
        ...results.flatMap((result, index) => ofResult(result, rules).map((problem) => `result ${index}: ${problem}`)),
      ];
    }),
  ];
}

/** "Code scanning only uses the `primaryLocationLineHash`": two results of a rule and a file that have the same are one alert. */
function repeated(results: readonly Result[]): readonly string[] {
  const alerts = results.map(({ ruleId, locations, partialFingerprints }) =>
    JSON.stringify([
      ruleId,
      locations?.[0]?.physicalLocation?.artifactLocation?.uri,
      partialFingerprints?.primaryLocationLineHash,
    ]),
  );
  return alerts.length === new Set(alerts).size ? [] : ["two results are one alert"];
}

function ofRule({ id, shortDescription, fullDescription, help, properties }: Rule): readonly string[] {
  const isShort = (text: string | undefined) =>
    text !== undefined && text !== "" && text.length <= limits.descriptionCharacters;
  return [
    ...(id === undefined ? ["a rule without an id"] : []),
    ...(isShort(shortDescription?.text) && isShort(fullDescription?.text) ? [] : [`${id}: its descriptions`]),
    ...(help === undefined || help.text === "" ? [`${id}: no help`] : []),
    ...((properties?.tags ?? []).length <= limits.tags ? [] : [`${id}: too many tags`]),
  ];
}

function ofResult(result: Result, rules: readonly Rule[]): readonly string[] {
  const { ruleId, ruleIndex = -1, level = "", message, locations = [], partialFingerprints = {} } = result;
  return [
    ...(ruleId !== undefined && rules[ruleIndex]?.id === ruleId ? [] : ["its rule is not in the log"]),
    ...(["note", "warning", "error"].includes(level) ? [] : [`its level '${level}'`]),
    ...(message?.text === undefined || message.text === "" ? ["no message"] : []),
    ...(locations.length >= 1 && locations.length <= limits.locations ? [] : [`${locations.length} locations`]),
    ...((partialFingerprints.primaryLocationLineHash ?? "") === "" ? ["no fingerprint"] : []),
    ...locations.flatMap(ofLocation),
  ];
}

function ofLocation({ physicalLocation: { artifactLocation, region = {} } = {} }: Location): readonly string[] {
  const { uri = "" } = artifactLocation ?? {};
  // Relative to the root of the repository, and inside it.
  const isRelative = uri !== "" && !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(uri) && !uri.split("/").includes("..");
  const places = ["startLine", "startColumn", "endLine", "endColumn"].map((key) => region[key] ?? 0);
  return [
    ...(isRelative ? [] : [`the address '${uri}'`]),
    ...(places.every((place) => Number.isInteger(place) && place >= 1) ? [] : ["a region without lines and columns"]),
  ];
}

/** As the command prints it (`standInFor` of cli/commands/diff.ts). */
const rendered = (report: DiffReport) =>
  renderDiffSarif(report, { all: true, standIn: "tools.json", version: "1.2.3" });

test.each(Object.entries({ ...reports, real: realReport() }))("GitHub takes the report '%s'", (_, report) => {
  expect(refusals(rendered(report))).toEqual([]);
});

test("GitHub takes the longest reports of real servers", () => {
  const longest = recordedPairs().filter(({ server }) => server === "mongodb" || server === "firecrawl");
  expect(longest.length).toBeGreaterThan(0);
  for (const { base, head } of longest) {
    const report = diffLists(asAnswer(base), asAnswer(head), { basePath: "old.json", headPath: "/elsewhere/new.json" });
    if ("problem" in report) throw new Error(report.problem);
    expect(report.changes.length).toBeGreaterThan(0);
    expect(refusals(rendered(report))).toEqual([]);
  }
});

describe("what GitHub does not take is seen", () => {
  const [name] = Object.keys(reports).filter((key) => (reports[key]?.changes.length ?? 0) > 0);
  const text = rendered(reports[name ?? ""] ?? realReport());
  test.each<[string, RegExp, string, string]>([
    ["a result without a place", /"locations": \[/g, '"places": [', "0 locations"],
    ["an absolute address", /"uri": "/g, '"uri": "/', "the address"],
    ["an address outside", /"uri": "/g, '"uri": "../', "the address"],
    ["no column", /"startColumn"/g, '"column"', "a region"],
    ["no fingerprint", /"partialFingerprints"/g, '"prints"', "no fingerprint"],
    ["a fingerprint that GitHub does not read", /"primaryLocationLineHash"/g, '"pegboardDiff/v2"', "no fingerprint"],
    ["no name of the tool", /"name": "pegboard"/g, '"called": "pegboard"', "no name of the tool"],
    ["another level", /"level": "error"/g, '"level": "none"', "its level"],
    ["no help", /"help": /g, '"helpful": ', "no help"],
  ])("%s", (_, pattern, replacement, problem) => {
    const broken = text.replaceAll(pattern, replacement);
    expect(broken).not.toBe(text);
    expect(refusals(broken).join("\n")).toContain(problem);
  });
});
