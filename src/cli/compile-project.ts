import type { Catalog } from "../compiler/catalog/catalog.ts";
import { type Compilation, type Compiled, type CompileOptions, check, compile } from "../compiler/compile.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { findProject } from "../shell/catalog/find-project.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readSources } from "./project.ts";
import { stopped } from "./report.ts";
import { hasTokenBudget, loadTokenCounter } from "./token-counter.ts";

export interface CompiledProject {
  readonly root: string;
  /** undefined when there are errors. */
  readonly compilation: Compilation;
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds, reads and compiles the project; writes nothing and runs none of its code. */
export async function compileProject(
  terminal: Terminal,
  named: string | undefined,
  options: CompileOptions = {},
): Promise<CompiledProject> {
  const root = await findProject(terminal.cwd, named);
  const { sources, diagnostics } = await readSources(root);
  const { value, diagnostics: found } = compile(sources, { ...(await optionsFor(sources)), ...options });
  return { root, compilation: value, diagnostics: [...diagnostics, ...found] };
}

export interface CheckedProject {
  readonly root: string;
  /** undefined only when catalog.yaml itself can't be read. */
  readonly catalog: Catalog | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The same for those who want to know what is wrong, and nothing made from it. */
export async function checkProject(
  terminal: Terminal,
  named: string | undefined,
  options: CompileOptions = {},
): Promise<CheckedProject> {
  const root = await findProject(terminal.cwd, named);
  const { sources, diagnostics } = await readSources(root);
  const { value, diagnostics: found } = check(sources, { ...(await optionsFor(sources)), ...options });
  return { root, catalog: value?.catalog, diagnostics: [...diagnostics, ...found] };
}

/** What the compiler is handed for these texts: a tokenizer, where a budget asks for one. */
export async function optionsFor(sources: readonly SourceFile[]): Promise<CompileOptions> {
  return hasTokenBudget(sources) ? { countTokens: await loadTokenCounter() } : {};
}

/** A catalog without errors, with the texts it was made from. */
export interface CompiledCatalog {
  readonly root: string;
  readonly sources: readonly SourceFile[];
  readonly compiled: Compiled;
}

/**
 * For commands that change schema/: what they do to a catalog with errors could not be judged.
 * @returns undefined when there are errors, which were printed
 */
export async function requireCatalog(
  terminal: Terminal,
  named: string | undefined,
  why: string,
): Promise<CompiledCatalog | undefined> {
  const root = await findProject(terminal.cwd, named);
  const { sources, diagnostics } = await readSources(root);
  const { value, diagnostics: found } = compile(sources, await optionsFor(sources));
  const all = [...diagnostics, ...found];
  if (value !== undefined && !hasErrors(all)) return { root, sources, compiled: value };
  stopped(terminal, all, `${why}; nothing was written`);
  return undefined;
}
