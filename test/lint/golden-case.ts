import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { hasTokenBudget, loadTokenCounter } from "../../src/cli/token-counter.ts";
import { check } from "../../src/compiler/compile.ts";
import type { LintOptions } from "../../src/compiler/lint/lint.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { render, summary } from "../../src/diagnostics/render.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";

export const goldens = join(import.meta.dirname, "../golden/lint");

/** The catalog that every case changes: a case's folder holds only the files that differ from it. */
const base = "base";

export function goldenCases(): readonly string[] {
  return readdirSync(goldens)
    .filter((name) => name !== base)
    .sort();
}

/** The files of a case: those of the base, replaced and completed by its own, less those that `without.txt` lists. */
export function caseSources(name: string): readonly SourceFile[] {
  return overlaid(base, name);
}

/** Has the case a folder `good/`: the same catalog with the mistake fixed, as the files that differ from the case's. */
export function hasGood(name: string): boolean {
  return existsSync(join(goldens, name, "good"));
}

/** The files of a case with its mistake fixed. */
export function goodSources(name: string): readonly SourceFile[] {
  return overlaid(base, name, join(name, "good"));
}

function overlaid(...folders: readonly string[]): readonly SourceFile[] {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const [path, text] of readSchema(join(goldens, folder))) files.set(path, text);
    const without = join(goldens, folder, "without.txt");
    if (existsSync(without)) for (const path of readFileSync(without, "utf8").split("\n")) files.delete(path);
  }
  return [...files].map(([path, text]) => ({ path, text }));
}

// Loaded once for all cases, though only those with a budget count.
const countTokens = await loadTokenCounter();

/** What the author of a case reads. A file `notes.txt` beside its schema asks for findings of severity info too. */
export const caseFindings = once((name) => findingsOf(caseSources(name), caseOptions(name)));

/** What the author reads once the mistake of a case is fixed. */
export const goodFindings = once((name) => findingsOf(goodSources(name), caseOptions(name)));

/** Several tests and files ask about each case, and the first of them has it compiled. */
function once(find: (name: string) => readonly Diagnostic[]): (name: string) => readonly Diagnostic[] {
  const found = new Map<string, readonly Diagnostic[]>();
  return (name) => {
    const known = found.get(name) ?? find(name);
    found.set(name, known);
    return known;
  };
}

/** What the author of the base reads, with the options of the case. */
export function baseFindings(name: string): readonly Diagnostic[] {
  return findingsOf(overlaid(base), caseOptions(name));
}

export function caseOptions(name: string): LintOptions {
  return { notes: existsSync(join(goldens, name, "notes.txt")) };
}

/** Everything the compiler and the linter say about a catalog. Tokens are counted where the catalog has a budget, as the commands do. */
export function findingsOf(sources: readonly SourceFile[], options: LintOptions = {}): readonly Diagnostic[] {
  const counts = hasTokenBudget(sources) ? { countTokens } : {};
  return check(sources, { ...counts, ...options }).diagnostics;
}

export function report(diagnostics: readonly Diagnostic[]): string {
  const text = render(diagnostics);
  return `${text}${text === "" ? "" : "\n"}${summary(diagnostics)}\n`;
}

/** The expected text; rewritten when UPDATE_GOLDENS=1, never on CI. */
export function expectedReport(name: string, actual: string): string {
  const path = join(goldens, name, "expected.txt");
  if (mayRewriteGoldens()) writeFileSync(path, actual);
  return readFileSync(path, "utf8");
}

/** Every file below `schema/` of a folder, by its path from there. */
export function readSchema(root: string): readonly (readonly [path: string, text: string])[] {
  const folder = join(root, "schema");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(root.length + 1).replaceAll(sep, "/"), readFileSync(path, "utf8")] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
