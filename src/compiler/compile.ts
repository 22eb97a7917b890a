import { type Checked, hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { Origins } from "./catalog/origins.ts";
import { type EmitOptions, emit } from "./emit/emit.ts";
import type { OutputFile } from "./emit/output-file.ts";
import { checkSymbols } from "./emit/symbol-check.ts";
import { lint } from "./lint/lint.ts";
import type { CountTokens } from "./tokens/count-tokens.ts";
import { resolve } from "./resolve/resolve.ts";
import { parseSpec } from "./spec/parse.ts";

// The hallway: source texts come in, the catalog and the files made from it go out. Every room is one arrow.

export interface Compiled {
  readonly catalog: Catalog;
  readonly origins: Origins;
  /** What should stand on disk; empty while there are errors. */
  readonly files: readonly OutputFile[];
}

/** undefined only when catalog.yaml itself can't be read. */
export type Compilation = Compiled | undefined;

export interface CompileOptions extends EmitOptions {
  /**
   * Counts tokens exactly, for budgets; handed in because tokenizers are slow to load. Without it budgets are not judged
   * (`pegboard generate` and `lint` always hand one in when a profile has a budget).
   */
  readonly countTokens?: CountTokens;
}

/**
 * Compiles the texts under schema/. Does no I/O, runs no project code, and always yields a value and everything there is
 * to say about it.
 * @throws never, whatever the texts say
 */
export function compile(sources: readonly SourceFile[], options: CompileOptions = {}): Checked<Compilation> {
  const parsed = parseSpec(sources);
  const resolved = resolve(parsed.value);
  const { catalog, origins } = resolved.value;
  const found = [...parsed.diagnostics, ...resolved.diagnostics];
  if (catalog === undefined) return { value: undefined, diagnostics: found };
  // Of a catalog with holes lint says only what the holes can't have caused.
  const linted = [...found, ...lint(catalog, origins, found)];
  if (hasErrors(found)) return { value: { catalog, origins, files: [] }, diagnostics: linted };
  const diagnostics = [...linted, ...checkSymbols(catalog, origins)];
  const files = hasErrors(diagnostics) ? [] : emit(catalog, origins, options);
  return { value: { catalog, origins, files }, diagnostics };
}
