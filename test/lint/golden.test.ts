import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codes } from "../../src/diagnostics/codes.ts";
import {
  baseFindings,
  caseFindings,
  expectedReport,
  goldenCases,
  goodFindings,
  hasGood,
  report,
} from "./golden-case.ts";
import { provedElsewhere } from "./proved-elsewhere.ts";
import { unprovedCodes } from "./unproved-codes.ts";

const codesOf = (findings: readonly { readonly code: string }[]) => [...new Set(findings.map(({ code }) => code))];

describe("what an author reads", () => {
  it.each(goldenCases())("%s", (name) => {
    const actual = report(caseFindings(name));
    expect(actual).toBe(expectedReport(name, actual));
  });
});

// What a case is about are the codes that it reports and the base does not (the base leaves some advice unheeded). With
// `good/` laid over the case, none of them may be reported.
describe("what an author reads once the mistake is fixed", () => {
  it.each(goldenCases().filter(hasGood))("%s", (name) => {
    const usual = codesOf(baseFindings(name));
    const subjects = codesOf(caseFindings(name)).filter((code) => !usual.includes(code));
    const left = goodFindings(name).filter((found) => subjects.includes(found.code));
    expect(report(left)).toBe("no findings\n");
  });
});

describe("the table of codes", () => {
  it("has for each code a case that speaks and stays silent once it is fixed, or a test elsewhere", () => {
    const cases = goldenCases().map((name) => ({
      name,
      speaks: codesOf(caseFindings(name)),
      fixed: hasGood(name) ? codesOf(goodFindings(name)) : undefined,
    }));
    const textOf = (file: string) => {
      const path = join(import.meta.dirname, "../..", file);
      return existsSync(path) ? readFileSync(path, "utf8") : "";
    };
    expect(unprovedCodes(Object.keys(codes), cases, provedElsewhere, textOf)).toEqual([]);
  });

  it("ends no message with a full stop", () => {
    const messages = goldenCases().flatMap((name) => caseFindings(name).map((found) => found.message));
    expect(messages.filter((message) => message.endsWith("."))).toEqual([]);
  });
});
