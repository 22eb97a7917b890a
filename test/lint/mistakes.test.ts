import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../src/cli/token-counter.ts";
import { compile } from "../../src/compiler/compile.ts";
import { sortDiagnostics } from "../../src/diagnostics/diagnostic.ts";
import { positionAt, type SourceFile } from "../../src/diagnostics/source-file.ts";
import { readSchema } from "./golden-case.ts";

// Mistakes that authors really make, one in each folder. What is expected was written by hand before the compiler was
// asked: the place that the author has to look at, and the one finding that belongs there. It is never rewritten by a run.

// What a list costs is counted as `generate` and `lint` count it.
const countTokens = await loadTokenCounter();

const corpus = join(import.meta.dirname, "../golden/mistakes");
const cases = readdirSync(corpus)
  .filter((name) => name !== "base")
  .sort();

function sourcesOf(...folders: readonly string[]): readonly SourceFile[] {
  const files = new Map(folders.flatMap((folder) => readSchema(join(corpus, folder))));
  return [...files].map(([path, text]) => ({ path, text }));
}

/** `path:line:column severity code`, one line each, of everything that isn't only a note. */
function placesOf(sources: readonly SourceFile[]): string {
  const findings = compile(sources, { countTokens }).diagnostics.filter(({ severity }) => severity !== "info");
  const lines = sortDiagnostics(findings).map(({ span, path, severity, code }) => {
    const { line, column } = span === undefined ? { line: 0, column: 0 } : positionAt(span.file, span.start);
    return `${span?.file.path ?? path}:${line}:${column} ${severity} ${code}\n`;
  });
  return lines.join("");
}

describe("a mistake that authors make", () => {
  it("is not in the catalog that the mistakes are made in", () => {
    expect(placesOf(sourcesOf("base"))).toBe("");
  });

  it("has forty kinds and more", () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
  });

  it.each(cases)("%s", (name) => {
    expect(placesOf(sourcesOf("base", name))).toBe(readFileSync(join(corpus, name, "expected.txt"), "utf8"));
  });
});
