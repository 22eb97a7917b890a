import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBaseline } from "../src/compiler/diff/baseline.ts";
import { diff, failing } from "../src/compiler/diff/diff.ts";
import { renderDiffLines } from "../src/compiler/diff/render.ts";
import { realCatalog } from "./diff/real-catalog.ts";

// This repository's gate. It is stricter than the verdict: breaks of experimental tools are only warnings to the outside,
// because nothing was promised, but here every removal of a tool, a param or an alias, and every other change that may
// break a call, has to be meant. Whoever means it releases: `pegboard baseline --release` is the only way to move the
// baseline, and it asks for the version that the changes need.
test("nothing that callers use was removed or narrowed since the last release", () => {
  const read = readBaseline(readFileSync(join(import.meta.dirname, "baseline", "catalog.json"), "utf8"));
  if ("problem" in read) throw new Error(`test/baseline/catalog.json: ${read.problem}`);
  const { catalog, origins } = realCatalog();
  const report = diff(read.catalog, catalog, { origins });
  const changes = failing(report, { failOn: "WARN", categories: ["CALL"] });
  expect(renderDiffLines({ ...report, changes })).toBe("");
});
