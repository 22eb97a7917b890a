import { type Checked, hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { readBuiltinCatalog } from "./builtins/builtin-catalog.ts";
import type { Catalog } from "./catalog/catalog.ts";
import { continueLine } from "./catalog/once-per-tool.ts";
import type { Origins } from "./catalog/origins.ts";
import { type EmitOptions, emit, emitCached, emitCommitted } from "./emit/emit.ts";
import type { OutputFile } from "./emit/output-file.ts";
import { checkSymbols } from "./emit/symbol-check.ts";
import { finalizeDiagnostics } from "./finalize-diagnostics.ts";
import { emptyLintCache, type LintCache } from "./lint/kept-findings.ts";
import { lint } from "./lint/lint.ts";
import { emptyResolveCache, type ResolveCache } from "./resolve/kept-tools.ts";
import { resolve } from "./resolve/resolve.ts";
import { type ParseCache, parseSpec } from "./syntax/parse.ts";
import type { CountTokens } from "./tokens/listing-cost.ts";

// The pipeline: source texts in, the catalog and the generated files out. Every stage is one function.

export interface Compiled {
  readonly catalog: Catalog;
  readonly origins: Origins;
  /** The files that should be on disk; empty while there are errors. */
  readonly files: readonly OutputFile[];
}

/** undefined only when catalog.yaml itself can't be read. */
export type Compilation = Compiled | undefined;

export interface CompileOptions extends EmitOptions {
  /**
   * Counts tokens exactly, for budgets; passed in because tokenizers are slow to load. Without it budgets are not checked
   * (`pegboard generate` and `lint` always pass one when a profile has a budget).
   */
  readonly countTokens?: CountTokens;
  /** Also findings of severity info: optional advice. */
  readonly notes?: boolean;
  /** For a session that compiles repeatedly: unchanged parts are not read and printed again. */
  readonly cache?: CompileCache;
}

/** What one run leaves to the next one. The outcome is the same with it and without it. */
export interface CompileCache {
  readonly parsed: ParseCache;
  readonly resolved: ResolveCache;
  readonly linted: LintCache;
  /** The catalogs so far, as `continueLine` knows them: by them is kept what was printed of each tool. */
  line: object | undefined;
}

export function emptyCache(): CompileCache {
  return { parsed: new Map(), resolved: emptyResolveCache(), linted: emptyLintCache(), line: undefined };
}

/**
 * Compiles the texts under schema/. Does no I/O, runs no project code, and always returns a value and all
 * findings about it.
 * @throws never, for any texts
 */
export function compile(sources: readonly SourceFile[], options: CompileOptions = {}): Checked<Compilation> {
  const checked = check(sources, options);
  if (checked.value === undefined) return { value: undefined, diagnostics: checked.diagnostics };
  const { catalog, origins, sharedParams = [] } = checked.value;
  const files = hasErrors(checked.diagnostics) ? [] : emit(catalog, origins, { ...options, sharedParams, sources });
  return { value: { catalog, origins, files }, diagnostics: checked.diagnostics };
}

export interface CompiledInHalves extends Omit<Compiled, "files"> {
  /** The files that are committed; empty while there are errors. */
  readonly committed: readonly OutputFile[];
  /** Prints all others, some at a time; the manifest last. */
  readonly printCached: () => Iterable<readonly OutputFile[]>;
}

/** The same for a session in which the author waits only for the files that are committed. */
export function compileInHalves(
  sources: readonly SourceFile[],
  options: CompileOptions,
): Checked<CompiledInHalves | undefined> {
  const { value: checked, diagnostics } = check(sources, options);
  if (checked === undefined) return { value: undefined, diagnostics };
  const { catalog, origins, sharedParams = [] } = checked;
  const settings = { ...options, sharedParams, sources };
  const isRight = !hasErrors(diagnostics);
  const committed = isRight ? emitCommitted(catalog, origins, settings) : [];
  const printCached = () => (isRight ? emitCached(catalog, origins, settings, committed) : []);
  return { value: { catalog, origins, committed, printCached }, diagnostics };
}

interface CheckShared {
  /** What was read already. Default: what the cache holds. */
  readonly parsed?: ParseCache;
  /** Gets the catalog before it is judged. */
  readonly resolved?: (catalog: Catalog) => void;
}

/** The first half of the pipeline: all findings, and no generated files. */
export function check(
  sources: readonly SourceFile[],
  options: CompileOptions = {},
  { parsed: read = options.cache?.parsed, resolved = () => {} }: CheckShared = {},
): Checked<(Omit<Compiled, "files"> & Pick<EmitOptions, "sharedParams">) | undefined> {
  const parsed = parseSpec(sources, read);
  const kept = options.cache === undefined ? {} : { cache: options.cache.resolved };
  const { value, diagnostics: unresolved } = resolve(parsed.value, {
    builtinTools: () => readBuiltinCatalog().tools,
    ...kept,
  });
  const { catalog, origins, sharedParams, around, toolOrigins = [] } = value;
  const found = [...parsed.diagnostics, ...unresolved];
  const suppressions = parsed.value.flatMap((file) => (file.kind === "text" ? [] : file.suppressions));
  if (catalog === undefined)
    return { value: undefined, diagnostics: finalizeDiagnostics(found, suppressions, options) };
  resolved(catalog);
  if (options.cache !== undefined) options.cache.line = continueLine(catalog, options.cache.line);
  // A suppression may be for a finding of severity info, so these are collected too.
  const lintOptions = {
    ...options,
    ...(suppressions.length === 0 ? {} : { notes: true }),
    ...(options.cache === undefined || around === undefined
      ? {}
      : { kept: { cache: options.cache.linted, around, origins: toolOrigins } }),
  };
  // For an incomplete catalog lint reports only what the missing parts can't have caused.
  const linted = [...found, ...lint(catalog, origins, found, lintOptions)];
  const diagnostics = hasErrors(found) ? linted : [...linted, ...checkSymbols(catalog, origins)];
  return {
    value: { catalog, origins, sharedParams },
    diagnostics: finalizeDiagnostics(diagnostics, suppressions, options),
  };
}
