import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { findingsText } from "../../src/cli/report.ts";
import { diagnostic } from "../../src/diagnostics/diagnostic.ts";

const file = { path: "schema/catalog.yaml", text: "one\ntwo\nthree\n" };
const line = (start: number) => ({ file, start, end: start + 3 });
const warning = diagnostic("profile-empty", { name: "all" }, line(0));
const first = diagnostic("missing-key", { key: "title", place: "" }, line(4));
const second = diagnostic("unknown-key", { key: "titel", place: "" }, line(8));

/** The code that the last line explains, and the one that is printed first. */
function named(...found: Parameters<typeof findingsText>[0]): readonly (string | undefined)[] {
  const text = findingsText(found, pc.createColors(false));
  return [/explain (\S+) explains/.exec(text)?.[1], /^schema\/catalog\.yaml:\S+ \w+ (\S+):/.exec(text)?.[1]];
}

describe("the last line of findings", () => {
  it("names the code of the first error that is printed, in whatever order they were found", () => {
    expect(named(second, first)).toEqual(["missing-key", "missing-key"]);
    expect(named(second, warning, first)).toEqual(["missing-key", "profile-empty"]);
  });

  it("names the first warning where there is no error", () => {
    expect(named(warning)).toEqual(["profile-empty", "profile-empty"]);
  });
});

describe("many findings", () => {
  const warnings = Array.from({ length: 60 }, (_, place) =>
    diagnostic("param-undescribed", { name: `p${place}` }, line(0)),
  );
  const heads = (found: Parameters<typeof findingsText>[0]) =>
    [...findingsText(found, pc.createColors(false)).matchAll(/^schema\/catalog\.yaml:\S+ (\w+) (\S+):/gm)].map(
      ([, severity, code]) => `${severity} ${code}`,
    );

  it("are all printed up to fifty", () => {
    const text = findingsText(warnings.slice(0, 50), pc.createColors(false));
    expect(text.match(/param-undescribed:/g)).toHaveLength(50);
    expect(text).not.toContain("not shown");
  });

  it("above that are the errors, of each other code the first ones, and the counts of the others", () => {
    const found = [...warnings, first, warning];
    expect(heads(found)).toEqual([
      ...Array.from({ length: 5 }, () => "warning param-undescribed"),
      "warning profile-empty",
      "error missing-key",
    ]);
    expect(findingsText(found, pc.createColors(false))).toMatch(
      /\nnot shown: 55 param-undescribed; lint --all shows them\n1 error, 61 warnings; pegboard explain missing-key explains it\n$/,
    );
  });

  it("are never more than fifty, and of errors the first of the file", () => {
    const errors = Array.from({ length: 70 }, (_, place) =>
      diagnostic("unknown-key", { key: `k${place}`, place: "" }, line(place % 9)),
    );
    const text = findingsText([...warnings, ...errors], pc.createColors(false));
    expect(text.match(/^schema\/catalog\.yaml:/gm)).toHaveLength(50);
    expect(text).not.toContain("warning param-undescribed");
    expect(text).toContain("not shown: 60 param-undescribed, 20 unknown-key;");
  });

  it("names eight codes that are not shown, the most frequent first, and counts the others", () => {
    const codes = [
      "param-undescribed",
      "description-when",
      "description-too-short",
      "schema-unbounded-string",
    ] as const;
    const more = [
      "schema-unbounded-array",
      "description-errors",
      "description-when-not",
      "profile-tool-count",
    ] as const;
    const last = ["profile-empty", "unknown-type"] as const;
    const many = [...codes, ...more, ...last].flatMap((code, place) =>
      Array.from({ length: 20 - place }, () => ({ ...warning, code })),
    );
    expect(findingsText(many, pc.createColors(false))).toContain(
      "not shown: 15 param-undescribed, 14 description-when, 13 description-too-short, 12 schema-unbounded-string, " +
        "11 schema-unbounded-array, 10 description-errors, 9 description-when-not, 8 profile-tool-count, 13 with other codes;",
    );
  });
});
