import type { ExtraName } from "../../compiler/emit/emit.ts";

import { plan, staleSteps, type WritePlan } from "../../compiler/plan.ts";
import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import { findProject } from "../../shell/catalog/find-project.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printError, printJson, type Terminal } from "../../terminal/terminal.ts";
import { colourDiff } from "../../terminal/unified-diff.ts";
import { applyPlan, unifiedDiff } from "../apply-plan.ts";
import { compileProject } from "../compile-project.ts";
import { extrasInUse, handlerFindings } from "../generated-changes.ts";
import { readOutputs } from "../project.ts";
import { type FindingFormat, findingsDocument, findingsJson, findingsText, formatOf } from "../report.ts";

export interface GenerateOptions {
  readonly catalog?: string;
  readonly check?: true;
  /** Emitters that are off by default; false: none, not even those of the last time. */
  readonly extra?: readonly ExtraName[] | false;
  readonly format?: FindingFormat;
  readonly json?: true;
}

/**
 * Compiles schema/ and brings generated/ up to date, or with --check only reports what is out of date. Nothing is written
 * while there is an error.
 */
export async function generate(terminal: Terminal, options: GenerateOptions): Promise<ExitCode> {
  const found = await findProject(terminal.cwd, options.catalog);
  const extras = await extrasInUse(found, options.extra);
  const { root, compilation, diagnostics } = await compileProject(terminal, found, { extras });
  if (compilation === undefined || hasErrors(diagnostics)) {
    report(terminal, options, { root, diagnostics });
    return ExitCode.findings;
  }
  const paths = compilation.files.map((file) => file.path);
  const steps = plan(compilation.files, await readOutputs(root, paths));
  if (!options.check) await applyPlan(root, steps);
  const all = [...diagnostics, ...steps.diagnostics, ...(await handlerFindings(root, compilation))];
  report(terminal, options, { root, diagnostics: all, steps });
  const isStale = options.check === true && staleSteps(steps).length > 0;
  return isStale || hasErrors(all) ? ExitCode.findings : ExitCode.fine;
}

interface Outcome {
  readonly root: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Absent while there are errors. */
  readonly steps?: WritePlan;
}

function report(terminal: Terminal, options: GenerateOptions, { root, diagnostics, steps }: Outcome): void {
  const changed = steps === undefined ? [] : staleSteps(steps);
  const format = formatOf(options);
  if (format === "json") {
    const files = changed.map((step) => ({ path: step.path, status: step.status, diff: unifiedDiff(step) }));
    printJson(terminal, { written: steps !== undefined && !options.check, findings: findingsJson(diagnostics), files });
    return;
  }
  if (format !== "text") {
    terminal.stdout.write(findingsDocument(diagnostics, format, terminal, root));
    reportFiles({ ...terminal, stdout: terminal.stderr, colors: terminal.errorColors }, options, steps, changed);
    return;
  }
  if (diagnostics.length > 0) printError(terminal, findingsText(diagnostics, terminal.errorColors));
  reportFiles(terminal, options, steps, changed);
}

/** What happened to the files, or would. */
function reportFiles(
  terminal: Terminal,
  options: GenerateOptions,
  steps: WritePlan | undefined,
  changed: ReturnType<typeof staleSteps>,
): void {
  if (steps === undefined) {
    printError(terminal, "nothing was written");
    return;
  }
  if (options.check) {
    for (const step of changed) print(terminal, colourDiff(unifiedDiff(step), terminal.colors));
    const foreign = changed.filter((step) => step.status === "foreign").length;
    const stale = changed.length - foreign;
    if (stale > 0) printError(terminal, `${counted(stale, "file")} out of date; run \`pegboard generate\``);
    const foreignFiles = `${counted(foreign, "file")} in generated/ not written by \`pegboard generate\``;
    if (foreign > 0) printError(terminal, `${foreignFiles}; move or delete them`);
    if (changed.length === 0) print(terminal, `${counted(steps.steps.length, "file")} up to date`);
    return;
  }
  const { green, yellow, red, dim } = terminal.colors;
  const words = { create: green("created"), update: yellow("updated"), orphan: red("removed") };
  // Foreign files stand in the findings; nothing was done to them.
  const done = changed.flatMap((step) => (step.status === "foreign" ? [] : [`${words[step.status]} ${step.path}`]));
  for (const line of done) print(terminal, line);
  print(terminal, dim(`${counted(done.length, "file")} changed, ${steps.steps.length - changed.length} unchanged`));
}
