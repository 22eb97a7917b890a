import { type Compilation, compile } from "../compiler/compile.ts";
import type { EmitOptions } from "../compiler/emit/emit.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { findProject, readSources } from "./project.ts";
import type { Terminal } from "./terminal.ts";

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
  options: EmitOptions = {},
): Promise<CompiledProject> {
  const root = await findProject(terminal.cwd, named);
  const { sources, diagnostics } = await readSources(root);
  const { value, diagnostics: found } = compile(sources, options);
  return { root, compilation: value, diagnostics: [...diagnostics, ...found] };
}
