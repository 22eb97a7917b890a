import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { baselineText, releaseProblems } from "../../compiler/diff/baseline.ts";
import { hasErrors } from "../../diagnostics/diagnostic.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, printError, printJson, type Terminal } from "../../terminal/terminal.ts";
import { settleAccepted } from "../acceptances.ts";
import { baselinePath, readRecorded } from "../compared/baseline-side.ts";
import { checkProject } from "../compile-project.ts";
import { findingsJson, stopped } from "../report.ts";
import type { TypeCheck } from "../type-check.ts";

export interface BaselineOptions {
  readonly catalog?: string;
  readonly release?: true;
  /** Runs the project's type checker first: what is recorded as released has handlers that fit it. */
  readonly check: boolean;
  readonly json?: true;
}

/**
 * Records the catalog as released. The file changes in no other way, so that a break can't be hidden by moving what it
 * is compared with; a version bump smaller than the changes ask for is refused.
 */
export async function baseline(terminal: Terminal, options: BaselineOptions): Promise<ExitCode> {
  if (!options.release) {
    throw new CliError("the flag --release is missing: a baseline is written at a release", {
      hint: "pegboard baseline --release",
    });
  }
  const { root, value: checked, diagnostics } = await checkProject(terminal, options.catalog);
  if (checked === undefined || hasErrors(diagnostics)) {
    if (options.json) printJson(terminal, { findings: findingsJson(diagnostics) });
    return stopped(terminal, options.json ? [] : diagnostics, "baseline not written: the catalog has errors");
  }
  const types = options.check ? await typesOf(root) : ({ outcome: "not-checked", why: "--no-check" } as const);
  if (types.outcome === "fails") {
    if (options.json)
      printJson(terminal, { path: baselinePath, written: false, types: types.outcome, report: types.report });
    else printError(terminal, types.report);
    return stopped(terminal, [], "baseline not written: the type check failed");
  }
  const { catalog } = checked;
  const before = await readRecorded({ folder: root, env: terminal.env });
  const problems = before === undefined ? [] : releaseProblems(before, catalog);
  const outcome = {
    path: baselinePath,
    version: catalog.server.version,
    written: problems.length === 0,
    types: types.outcome,
    problems,
  };
  if (problems.length === 0) {
    const path = join(root, baselinePath);
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, baselineText(catalog));
    // What was let pass has happened now: the next comparison does not show it again.
    await settleAccepted(root, new Date(terminal.clock()).toISOString().slice(0, 10));
  }
  if (types.outcome === "not-checked" && options.check && !options.json) {
    printError(terminal, `${terminal.errorColors.yellow("note:")} the types were not checked: ${types.why}`);
  }
  if (options.json) printJson(terminal, outcome);
  else if (problems.length === 0)
    print(terminal, `recorded ${catalog.server.name} ${outcome.version} in ${baselinePath}`);
  else for (const problem of problems) printError(terminal, `${terminal.errorColors.red("refused:")} ${problem}`);
  return problems.length === 0 ? ExitCode.fine : ExitCode.findings;
}

async function typesOf(root: string): Promise<TypeCheck> {
  const { checkTypes } = await import("../type-check.ts");
  return checkTypes(root);
}
