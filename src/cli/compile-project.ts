import { type Compilation, type Compiled, type CompileOptions, check, compile } from "../compiler/compile.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { findProject } from "../shell/catalog/find-project.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readSources } from "./project.ts";
import { stopped } from "./report.ts";
import { hasTokenBudget, loadTokenCounter } from "./token-counter.ts";
import { tuneForShortRun } from "./tune-engine.ts";

export interface CompiledProject {
  readonly root: string;
  readonly sources: readonly SourceFile[];
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
  const { value: compilation, unread: _, ...project } = await judgeProject(terminal, named, options, compile);
  return { ...project, compilation };
}

/** The same for those who want to know what is wrong, and nothing made from it. */
export function checkProject(terminal: Terminal, named: string | undefined, options: CompileOptions = {}) {
  return judgeProject(terminal, named, options, (sources, settings) => {
    // Their work is mostly this.
    tuneForShortRun();
    return check(sources, settings);
  });
}

async function judgeProject<Value>(
  terminal: Terminal,
  named: string | undefined,
  options: CompileOptions,
  judge: (sources: readonly SourceFile[], options: CompileOptions) => Judged<Value>,
) {
  const root = await findProject(terminal.cwd, named);
  const { sources, diagnostics } = await readSources(root);
  const { value, diagnostics: found } = judge(sources, { ...(await optionsFor(sources)), ...options });
  return { root, sources, value, unread: diagnostics, diagnostics: [...diagnostics, ...found] };
}

interface Judged<Value> {
  readonly value: Value;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the compiler is handed for these texts: a tokenizer, where a budget asks for one. */
export async function optionsFor(sources: readonly SourceFile[]): Promise<CompileOptions> {
  return hasTokenBudget(sources) ? { countTokens: await loadTokenCounter() } : {};
}

/** A catalog without errors, with the texts it was made from. */
export interface CompiledCatalog extends Pick<CompiledProject, "root" | "sources"> {
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
  const { root, sources, compilation: compiled, diagnostics } = await compileProject(terminal, named);
  if (compiled !== undefined && !hasErrors(diagnostics)) return { root, sources, compiled };
  stopped(terminal, diagnostics, `${why}; nothing was written`);
  return undefined;
}
