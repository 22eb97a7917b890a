import { hasErrors } from "../../diagnostics/diagnostic.ts";
import { compileProject } from "../compile-project.ts";
import { ExitCode } from "../exit-code.ts";
import { findingsJson, findingsText } from "../report.ts";
import { counted, print, printJson, type Terminal } from "../terminal.ts";

export interface LintOptions {
  readonly catalog?: string;
  readonly json?: true;
}

/** Checks schema/ and prints what is wrong. Warnings are printed and forgiven. */
export async function lint(terminal: Terminal, options: LintOptions): Promise<ExitCode> {
  const { compilation, diagnostics } = await compileProject(terminal, options.catalog);
  if (options.json) printJson(terminal, findingsJson(diagnostics));
  else if (diagnostics.length > 0) print(terminal, findingsText(diagnostics, terminal.colors));
  else print(terminal, `${counted(compilation?.catalog.tools.length ?? 0, "tool")}, no findings`);
  return hasErrors(diagnostics) ? ExitCode.findings : ExitCode.fine;
}
