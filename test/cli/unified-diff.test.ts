import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../src/cli/apply-plan.ts";
import { colorsFor } from "../../src/terminal/terminal.ts";
import { colourDiff } from "../../src/terminal/unified-diff.ts";

describe("what a step would change", () => {
  it("of an updated file, with three lines around", () => {
    const before = "1\n2\n3\n4\n5\n6\n7\n8\n";
    const diff = unifiedDiff({ status: "update", path: "generated/a.ts", before, text: before.replace("5", "five") });
    expect(diff).toBe(
      "--- a/generated/a.ts\n+++ b/generated/a.ts\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
    );
  });

  it("of a file that is missing", () => {
    const diff = unifiedDiff({ status: "create", path: "generated/a.ts", text: "x\n", kind: "generated" });
    expect(diff).toBe("--- /dev/null\n+++ b/generated/a.ts\n@@ -0,0 +1,1 @@\n+x\n");
  });

  it("of a file that is left over", () => {
    const diff = unifiedDiff({ status: "orphan", path: "generated/a.ts", before: "x\n" });
    expect(diff).toBe("--- a/generated/a.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n");
  });

  it("of a file that is to be empty", () => {
    const diff = unifiedDiff({ status: "update", path: "generated/a.ts", before: "x\n", text: "" });
    expect(diff).toBe("--- a/generated/a.ts\n+++ b/generated/a.ts\n@@ -1,1 +0,0 @@\n-x\n");
  });

  it("of very long lines, cut", () => {
    const diff = unifiedDiff({
      status: "create",
      path: "generated/a.json",
      text: `${"x".repeat(5000)}\n`,
      kind: "generated",
    });
    expect(diff.split("\n").at(-2)).toBe(`+${"x".repeat(1999)}… (3001 more characters)`);
  });

  it("has no colours where the output is not a terminal or NO_COLOR is set", () => {
    const diff = unifiedDiff({ status: "orphan", path: "generated/a.ts", before: "x\n" });
    expect(colourDiff(diff, colorsFor({}, {}))).toBe(diff);
    expect(colourDiff(diff, colorsFor({ isTTY: true }, { NO_COLOR: "1" }))).toBe(diff);
    expect(colourDiff(diff, colorsFor({ isTTY: true }, {}))).not.toBe(diff);
  });
});
