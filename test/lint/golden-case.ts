import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lint } from "../../src/compiler/lint/lint.ts";
import { resolve } from "../../src/compiler/resolve/resolve.ts";
import { parseSpec } from "../../src/compiler/spec/parse.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { render, summary } from "../../src/diagnostics/render.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";

const goldens = join(import.meta.dirname, "../golden/lint");

/** The catalog that every case changes: a case's folder holds only the files that differ from it. */
const base = "base";

export function goldenCases(): readonly string[] {
  return readdirSync(goldens)
    .filter((name) => name !== base)
    .sort();
}

/** The files of a case: those of the base, replaced and completed by its own, less those that `without.txt` lists. */
export function caseSources(name: string): readonly SourceFile[] {
  const files = new Map([...readSchema(join(goldens, base)), ...readSchema(join(goldens, name))]);
  const without = join(goldens, name, "without.txt");
  if (existsSync(without)) for (const path of readFileSync(without, "utf8").split("\n")) files.delete(path);
  return [...files].map(([path, text]) => ({ path, text }));
}

/** Everything the front rooms say about a catalog. */
export function findingsOf(sources: readonly SourceFile[]): readonly Diagnostic[] {
  const parsed = parseSpec(sources);
  const resolved = resolve(parsed.value);
  const { catalog, origins } = resolved.value;
  const found = [...parsed.diagnostics, ...resolved.diagnostics];
  return catalog === undefined ? found : [...found, ...lint(catalog, origins, found)];
}

export function report(diagnostics: readonly Diagnostic[]): string {
  const text = render(diagnostics);
  return `${text}${text === "" ? "" : "\n"}${summary(diagnostics)}\n`;
}

/** The expected text; rewritten when UPDATE_GOLDENS=1, never on CI. */
export function expectedReport(name: string, actual: string): string {
  const path = join(goldens, name, "expected.txt");
  if (process.env.UPDATE_GOLDENS === "1" && !process.env.CI) writeFileSync(path, actual);
  return readFileSync(path, "utf8");
}

/** Every file below `schema/` of a folder, by its path from there. */
export function readSchema(root: string): readonly (readonly [path: string, text: string])[] {
  const folder = join(root, "schema");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(root.length + 1), readFileSync(path, "utf8")] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
