import { check } from "../../compiler/compile.ts";
import { fixSources } from "../../diagnostics/apply-fixes.ts";
import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { positionAt, type SourceFile } from "../../diagnostics/source-file.ts";
import { findProject } from "../../shell/catalog/find-project.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printError, printJson, type Terminal, write } from "../../terminal/terminal.ts";
import { colourDiff } from "../../terminal/unified-diff.ts";
import { unifiedDiff } from "../apply-plan.ts";
import { optionsFor } from "../compile-project.ts";
import { readSources } from "../project.ts";
import { atLevel, type FindingFormat, findingsDocument, findingsJson, findingsText, formatOf } from "../report.ts";
import { type ChangedFile, changedFiles, writeFixes } from "../write-fixes.ts";
import type { LintOptions } from "./lint.ts";

/** With `dryRun` shows what would change, and writes nothing. */
export type LintFixOptions = Pick<LintOptions, "catalog" | "level" | "format" | "json" | "dryRun">;

/**
 * Fixes what can be fixed mechanically, writes it, and prints what is left. Findings below the level are neither printed
 * nor fixed.
 * @returns findings while there are errors left; with `dryRun` also while there is something to fix
 * @throws CliError when a file was changed meanwhile, or can't be read or written
 */
export async function lintAndFix(terminal: Terminal, options: LintFixOptions): Promise<ExitCode> {
  if (options.dryRun && !["text", "json"].includes(formatOf(options))) {
    throw new CliError("--dry-run prints a diff or JSON", { hint: "leave --format out, or give --format json" });
  }
  const root = await findProject(terminal.cwd, options.catalog);
  const { sources, diagnostics: unread } = await readSources(root);
  const compileOptions = { ...(await optionsFor(sources)), notes: true };
  // Bytes that are not characters would be lost if the text were written back.
  const lossy = new Set(unread.flatMap(({ span }) => (span === undefined ? [] : [span.file.path])));
  const judge = (texts: readonly SourceFile[]) =>
    atLevel(check(texts, compileOptions).diagnostics, options.level).shown.map((found) => withoutFixOf(found, lossy));
  const fixed = fixSources(sources, judge);
  const remaining = [...unread, ...fixed.remaining];
  const files = changedFiles(sources, fixed.sources);
  if (!options.dryRun) await writeFixes(root, files);
  const outcome = { root, fixed: fixed.applied, files, remaining };
  const format = formatOf(options);
  if (format === "json") printJson(terminal, outcomeJson(outcome, options.dryRun === true));
  else if (options.dryRun) reportPlan(terminal, outcome);
  else reportOutcome(terminal, format, outcome);
  const stale = options.dryRun === true && files.length > 0;
  return stale || hasErrors(remaining) ? ExitCode.findings : ExitCode.fine;
}

interface Outcome {
  readonly root: string;
  readonly fixed: readonly Diagnostic[];
  readonly files: readonly ChangedFile[];
  readonly remaining: readonly Diagnostic[];
}

function reportPlan(terminal: Terminal, { fixed, files, remaining }: Outcome): void {
  for (const file of files) print(terminal, colourDiff(diffOf(file), terminal.colors));
  const left = remaining.length === 0 ? "" : `; ${counted(remaining.length, "finding")} would remain`;
  const fixes = `${counted(fixed.length, "fix", "fixes")} in ${counted(files.length, "file")}`;
  printError(terminal, `${fixed.length === 0 ? "nothing to fix" : fixes}; nothing was written${left}`);
}

function outcomeJson({ fixed, files, remaining }: Outcome, isPlan: boolean): object {
  const changed = files.map((file) => ({ path: file.path, ...(isPlan && { diff: diffOf(file) }) }));
  return { written: !isPlan, fixed: findingsJson(fixed), files: changed, findings: findingsJson(remaining) };
}

function diffOf(file: ChangedFile): string {
  return unifiedDiff({ status: "update", ...file });
}

function reportOutcome(
  terminal: Terminal,
  format: Exclude<FindingFormat, "json">,
  { root, fixed, files, remaining }: Outcome,
): void {
  const { green, dim } = format === "text" ? terminal.colors : terminal.errorColors;
  const printLine = format === "text" ? print : printError;
  for (const finding of fixed) {
    const title = visible(finding.fix?.title ?? "");
    printLine(terminal, `${green("fixed")} ${placeOf(finding)} ${title} ${dim(`(${finding.code})`)}`);
  }
  if (format !== "text") {
    write(terminal.stdout, findingsDocument(remaining, format, terminal, root));
    return;
  }
  const space = fixed.length > 0 ? "\n" : "";
  if (remaining.length > 0) print(terminal, `${space}${findingsText(remaining, terminal.colors)}`);
  else if (fixed.length === 0) print(terminal, "nothing to fix");
  else print(terminal, `${counted(files.length, "file")} changed, no findings left`);
}

function withoutFixOf(finding: Diagnostic, paths: ReadonlySet<string>): Diagnostic {
  if (finding.fix?.edits.some(({ span }) => paths.has(span.file.path)) !== true) return finding;
  const { fix: _, ...rest } = finding;
  return rest;
}

function placeOf({ span }: Diagnostic): string {
  if (span === undefined) return "";
  const { line, column } = positionAt(span.file, span.start);
  return `${visible(span.file.path)}:${line}:${column}`;
}
