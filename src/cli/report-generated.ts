import type { WriteStep } from "../compiler/plan.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { counted, print, printError, printJson, type Terminal, write } from "../terminal/terminal.ts";
import { colourDiff } from "../terminal/unified-diff.ts";
import { unifiedDiff } from "./apply-plan.ts";
import type { GenerateOptions } from "./commands/generate.ts";
import { type FindingFormat, findingsDocument, findingsJson, findingsText, formatOf } from "./report.ts";

// What `generate` prints of a run.

export interface GeneratedReport {
  readonly root: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Absent while there are errors. */
  readonly files?: FilesReport;
}

export interface FilesReport {
  /** What was done, or with --check would be. */
  readonly changed: readonly Exclude<WriteStep, { status: "unchanged" }>[];
  readonly unchanged: number;
}

export function reportGenerated(
  terminal: Terminal,
  options: Pick<GenerateOptions, "check" | "json"> & { readonly format?: FindingFormat },
  { root, diagnostics, files }: GeneratedReport,
): void {
  const format = formatOf(options);
  if (format === "json") {
    const changed = files?.changed ?? [];
    const shown = changed.map((step) => ({ path: step.path, status: step.status, diff: unifiedDiff(step) }));
    const written = files !== undefined && !options.check;
    printJson(terminal, { written, findings: findingsJson(diagnostics), files: shown });
    return;
  }
  if (format !== "text") {
    write(terminal.stdout, findingsDocument(diagnostics, format, terminal, root));
    reportFiles({ ...terminal, stdout: terminal.stderr, colors: terminal.errorColors }, options, files);
    return;
  }
  if (diagnostics.length > 0) printError(terminal, findingsText(diagnostics, terminal.errorColors));
  reportFiles(terminal, options, files);
}

/** What happened to the files, or would. */
function reportFiles(
  terminal: Terminal,
  options: Pick<GenerateOptions, "check">,
  files: FilesReport | undefined,
): void {
  if (files === undefined) {
    printError(terminal, "nothing was written");
    return;
  }
  const { changed, unchanged } = files;
  if (options.check) {
    for (const step of changed) print(terminal, colourDiff(unifiedDiff(step), terminal.colors));
    const foreign = changed.filter((step) => step.status === "foreign").length;
    const stale = changed.length - foreign;
    if (stale > 0) printError(terminal, `${counted(stale, "file")} out of date; run \`pegboard generate\``);
    const foreignFiles = `${counted(foreign, "file")} in generated/ not written by \`pegboard generate\``;
    if (foreign > 0) printError(terminal, `${foreignFiles}; move or delete them`);
    if (changed.length === 0) print(terminal, `${counted(unchanged, "file")} up to date`);
    return;
  }
  const { green, yellow, red, dim } = terminal.colors;
  const words = { create: green("created"), update: yellow("updated"), orphan: red("removed") };
  // Foreign files stand in the findings; nothing was done to them.
  const done = changed.flatMap((step) => (step.status === "foreign" ? [] : [`${words[step.status]} ${step.path}`]));
  if (done.length > 0) print(terminal, done.join("\n"));
  print(terminal, dim(`${counted(done.length, "file")} changed, ${unchanged} unchanged`));
}
