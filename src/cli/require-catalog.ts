import type { Compiled } from "../compiler/compile.ts";
import { compile } from "../compiler/compile.ts";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { findProject } from "../shell/catalog/find-project.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { optionsFor } from "./compile-project.ts";
import { readSources } from "./project.ts";
import { stopped } from "./report.ts";

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
