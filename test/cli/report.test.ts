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
