import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { acceptFinding, type Decision } from "../compiler/diff/acceptance/accept-finding.ts";
import { type Acceptances, noAcceptances } from "../compiler/diff/acceptance/acceptance.ts";
import { applyAcceptances } from "../compiler/diff/acceptance/apply-acceptances.ts";
import { acceptancesText, readAcceptances } from "../compiler/diff/acceptance/read-acceptances.ts";
import type { Change, DiffReport } from "../compiler/diff/change.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { CliError } from "../terminal/cli-error.ts";
import { readSavedText } from "./compared/saved-side.ts";
import { isThere } from "./project.ts";

/** Where a project keeps what it has let pass, relative to its root. */
export const acceptedPath = "test/baseline/accepted.json";

export interface AcceptanceScope {
  readonly root: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** The base is the project's baseline, so that every entry has its change. */
  readonly whole: boolean;
  /** Tools of both sides. */
  readonly tools: ReadonlySet<string>;
}

/**
 * The report with what the project has let pass.
 * @throws CliError when the file can't be read, or holds something else
 */
export async function withAcceptances(report: DiffReport, scope: AcceptanceScope): Promise<DiffReport> {
  const { file, acceptances } = await readAccepted(scope.root, scope.today);
  return applyAcceptances(report, acceptances, { ...scope, file });
}

/**
 * Writes down that findings may stay: all of them, or none.
 * @returns the findings
 * @throws CliError when there is no such finding, or a decision does not hold
 */
export async function accept(
  report: DiffReport,
  decisions: readonly Decision[],
  { root, today }: Pick<AcceptanceScope, "root" | "today">,
): Promise<readonly Change[]> {
  const { acceptances } = await readAccepted(root, today);
  const decided = acceptAll(acceptances, report, decisions, today);
  const path = join(root, acceptedPath);
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, acceptancesText(decided.acceptances));
  return decided.changes;
}

/** @throws CliError for the first decision that does not hold */
export function acceptAll(
  before: Acceptances,
  report: DiffReport,
  decisions: readonly Decision[],
  today: string,
): { readonly acceptances: Acceptances; readonly changes: readonly Change[] } {
  let acceptances = before;
  const changes = decisions.map((decision) => {
    const outcome = acceptFinding(acceptances, report, decision, today);
    if ("problem" in outcome) throw new CliError(outcome.problem, { hint: outcome.hint });
    ({ acceptances } = outcome);
    return outcome.change;
  });
  return { acceptances, changes };
}

/**
 * Takes away what was let pass: a release has made it what callers rely on. Levels of rules stay.
 * @returns how many entries went
 */
export async function settleAccepted(root: string, today: string): Promise<number> {
  const { acceptances } = await readAccepted(root, today);
  const { accepted, levels } = acceptances;
  if (accepted.length > 0) await replaceFile(join(root, acceptedPath), acceptancesText({ accepted: [], levels }));
  return accepted.length;
}

async function readAccepted(
  root: string,
  today: string,
): Promise<{ readonly file: SourceFile; readonly acceptances: Acceptances }> {
  const path = join(root, acceptedPath);
  if (!(await isThere(path))) return { file: { path: acceptedPath, text: "" }, acceptances: noAcceptances };
  const text = await readSavedText(path, acceptedPath);
  const read = readAcceptances(text, today);
  if ("problem" in read) throw new CliError(`'${acceptedPath}' can't be used: ${read.problem}`);
  return { file: { path: acceptedPath, text }, acceptances: read.acceptances };
}
