import type { DiffReport, Severity } from "../../compiler/diff/change.ts";
import { diff as diffCatalogs, failing } from "../../compiler/diff/diff.ts";
import { renderDiff, renderDiffJson, renderDiffLines } from "../../compiler/diff/render.ts";
import { hasErrors } from "../../diagnostics/diagnostic.ts";
import { baselinePath, readBase } from "../base-catalog.ts";
import { compileProject } from "../compile-project.ts";
import { ExitCode } from "../exit-code.ts";
import { findingsJson, findingsText } from "../report.ts";
import { print, printError, printJson, type Terminal } from "../terminal.ts";

export interface DiffOptions {
  readonly catalog?: string;
  readonly against: string;
  readonly failOn: "err" | "warn" | "info" | "never";
  readonly format: "text" | "line" | "json";
  readonly json?: true;
  readonly requiredBump?: true;
}

/** Compares schema/ with an older catalog and judges what the changes do to callers. */
export async function diff(terminal: Terminal, options: DiffOptions): Promise<ExitCode> {
  const { root, compilation, diagnostics } = await compileProject(terminal, options.catalog);
  if (compilation === undefined || hasErrors(diagnostics)) {
    if (options.json || options.format === "json") printJson(terminal, { findings: findingsJson(diagnostics) });
    else printError(terminal, findingsText(diagnostics, terminal.errorColors));
    printError(terminal, "a catalog with errors can't be compared");
    return ExitCode.findings;
  }
  const base = await readBase(terminal.cwd, root, options.against);
  const report = diffCatalogs(base, compilation.catalog, {
    origins: compilation.origins,
    basePath: options.against === "baseline" ? baselinePath : options.against,
    today: new Date(terminal.clock()).toISOString().slice(0, 10),
  });
  if (options.requiredBump) print(terminal, report.required);
  else if (report.changes.length > 0 || options.format !== "line") print(terminal, text(report, options));
  if (options.failOn === "never") return ExitCode.fine;
  return failing(report, { failOn: gates[options.failOn] }).length > 0 ? ExitCode.findings : ExitCode.fine;
}

const gates = { err: "ERR", warn: "WARN", info: "INFO" } as const satisfies Readonly<Record<string, Severity>>;

function text(report: DiffReport, { format, json }: DiffOptions): string {
  switch (json ? "json" : format) {
    case "json":
      return renderDiffJson(report);
    case "line":
      return renderDiffLines(report);
    case "text":
      return renderDiff(report);
  }
}
