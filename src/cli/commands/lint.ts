import { currentTools } from "../../compiler/catalog/versions.ts";
import { hasErrors } from "../../diagnostics/diagnostic.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, type Terminal, write } from "../../terminal/terminal.ts";
import { checkProject } from "../compile-project.ts";
import {
  atLevel,
  type FindingFormat,
  type FindingLevel,
  findingsDocument,
  formatOf,
  printLevelled,
} from "../report.ts";

export interface LintOptions {
  readonly catalog?: string;
  /** A saved `tools/list`, judged instead of a catalog. */
  readonly list?: string;
  /** With `list`: clients whose limits are errors, and the name of the server. */
  readonly target?: readonly string[];
  readonly server?: string;
  /** Findings from this severity up are printed; default: warning. */
  readonly level?: FindingLevel;
  readonly format?: FindingFormat;
  readonly json?: true;
  /** Print all of them, however many. */
  readonly all?: true;
  /** Apply the fixes that findings carry. */
  readonly fix?: true;
  /** With `fix`: show what would change, and write nothing. */
  readonly dryRun?: true;
}

/** Checks schema/ and prints what is wrong. Warnings are printed and forgiven. */
export async function lint(terminal: Terminal, options: LintOptions): Promise<ExitCode> {
  if (options.list !== undefined) return lintOfList(terminal, options, options.list);
  if (options.fix) return (await import("./lint-fix.ts")).lintAndFix(terminal, options);
  if (options.dryRun) throw new CliError("--dry-run requires --fix", { hint: "write --fix --dry-run" });
  if (options.target !== undefined || options.server !== undefined) {
    throw new CliError("--target and --server require --list", { hint: "for a catalog, both are set in catalog.yaml" });
  }
  const { root, value: checked, diagnostics } = await checkProject(terminal, options.catalog, { notes: true });
  const { shown, hidden } = atLevel(diagnostics, options.level);
  const format = formatOf(options);
  if (format !== "text") write(terminal.stdout, findingsDocument(shown, format, terminal, root));
  else {
    const tools = counted(checked === undefined ? 0 : currentTools(checked.catalog).length, "tool");
    printLevelled(terminal, { shown, hidden }, `${tools}, no findings`, options.all);
  }
  return hasErrors(diagnostics) ? ExitCode.findings : ExitCode.fine;
}

/** A saved list does not belong to a project: nothing of it can be fixed here. */
async function lintOfList(terminal: Terminal, options: LintOptions, list: string): Promise<ExitCode> {
  const other =
    options.catalog !== undefined ? "--catalog" : options.fix ? "--fix" : options.dryRun ? "--dry-run" : undefined;
  if (other !== undefined)
    throw new CliError(`--list checks a saved list; ${other} is for a project`, { hint: "give one of them" });
  return (await import("./lint-list.ts")).lintSavedList(terminal, { ...options, list });
}
