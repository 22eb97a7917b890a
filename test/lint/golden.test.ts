import { describe, expect, it } from "vitest";
import { catalogCodes } from "../../src/diagnostics/codes/catalog-codes.ts";
import { lintCodes } from "../../src/diagnostics/codes/lint-codes.ts";
import { yamlCodes } from "../../src/diagnostics/codes/yaml-codes.ts";
import { codes } from "../../src/diagnostics/codes.ts";
import { caseSources, expectedReport, findingsOf, goldenCases, report } from "./golden-case.ts";

describe("what an author is told", () => {
  it.each(goldenCases())("%s", (name) => {
    const actual = report(findingsOf(caseSources(name)));
    expect(actual).toBe(expectedReport(name, actual));
  });
});

describe("the table of codes", () => {
  it("has a case in which each code speaks", () => {
    const spoken = new Set<string>(
      goldenCases().flatMap((name) => findingsOf(caseSources(name)).map((found) => found.code)),
    );
    // The text for it is a megabyte: it is made in test/spec/read-yaml.test.ts.
    spoken.add("yaml-too-large");
    const own = Object.keys({ ...yamlCodes, ...catalogCodes, ...lintCodes });
    expect(own.filter((code) => !spoken.has(code))).toEqual([]);
  });

  it("tells for each code why it exists", () => {
    const silent = Object.entries(codes).filter(([, row]) => row.explain.why.length < 20);
    expect(silent).toEqual([]);
  });

  it("ends no message with a full stop", () => {
    const messages = goldenCases().flatMap((name) => findingsOf(caseSources(name)).map((found) => found.message));
    expect(messages.filter((message) => message.endsWith("."))).toEqual([]);
  });
});
