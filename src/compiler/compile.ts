import { type Checked, hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { readBuiltinCatalog } from "./builtins/builtin-catalog.ts";
import type { Catalog } from "./catalog/catalog.ts";
import { continueLine } from "./catalog/once-per-tool.ts";
import type { Origins } from "./catalog/origins.ts";
import { type EmitOptions, emit, emitApart, emitCached, emitCommitted, emitWith } from "./emit/emit.ts";
import type { OutputFile } from "./emit/output-file.ts";
import { countPieces, filesOf, keepPrinted, type PrintedPiece, printTaken } from "./emit/printed-tools.ts";
import { checkSymbols } from "./emit/symbol-check.ts";
import { finalizeDiagnostics } from "./finalize-diagnostics.ts";
import { emptyLintCache, type LintCache } from "./lint/kept-findings.ts";
import { lint } from "./lint/lint.ts";
import { emptyResolveCache, type ResolveCache } from "./resolve/kept-tools.ts";
import { resolve } from "./resolve/resolve.ts";
import { type PackedFiles, unpackFiles } from "./syntax/packed-files.ts";
import { type ParseCache, parseSpec, readTaken } from "./syntax/parse.ts";
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

/** Another thread, which reads files, and prints what is printed of single tools. */
export interface SecondThread {
  /** @returns a function that takes the next file that neither thread has taken, and gives its place among the sources; undefined: there is none */
  readonly takeFile: () => number | undefined;
  /** All files are taken. @returns what it read */
  readonly read: () => Promise<PackedFiles>;
  /** Gets the catalog as soon as there is one, before it is known whether it has errors. */
  readonly begin: (catalog: Catalog) => void;
  /** The catalog has no errors. @returns what it printed: the pieces that it took */
  readonly finish: () => Promise<readonly PrintedPiece[]>;
  /** @returns a function that takes the next piece that neither thread has taken, and gives its place; undefined: there is none */
  readonly take: (count: number) => () => number | undefined;
  /** Gets what this thread prints, as soon as it is there: what needs no other tool, and the files of single tools. */
  readonly printed: (files: readonly OutputFile[]) => void;
}

/** The same in two threads. Both read; this one judges the catalog and prints what needs no tool, and then takes pieces too. */
export async function compileShared(
  sources: readonly SourceFile[],
  options: CompileOptions,
  { takeFile, read, begin, finish, take, printed }: SecondThread,
): Promise<Checked<Compilation>> {
  const own = [...readTaken(sources, takeFile)].map(({ file }) => file);
  const files = [...own, ...unpackFiles(await read(), sources)];
  const parsed = new Map(files.map((file) => [file.source.path, file]));
  const { value: checked, diagnostics } = check(sources, options, { parsed, resolved: begin });
  if (checked === undefined) return { value: undefined, diagnostics };
  const { catalog, origins, sharedParams = [] } = checked;
  if (hasErrors(diagnostics)) return { value: { catalog, origins, files: [] }, diagnostics };
  const settings = { ...options, sharedParams, sources };
  const pending = finish();
  const apart = emitApart(catalog, origins, settings);
  printed(apart);
  for (const piece of printTaken(catalog, take(countPieces(catalog)))) printed(filesOf(piece));
  keepPrinted(catalog, await pending);
  return { value: { catalog, origins, files: emitWith(apart, catalog, origins, settings) }, diagnostics };
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
