import { positionAt } from "../../diagnostics/source-file.ts";
import type { Change, DiffReport } from "./change.ts";

/** For people: one paragraph for each change, a summary at the end; no final line break. */
export function renderDiff(report: DiffReport): string {
  if (report.changes.length === 0) return "no changes";
  return [...report.changes.map(paragraph), summary(report)].join("\n\n");
}

/** One line for each change, as editors and `grep` like it; empty without changes. */
export function renderDiffLines(report: DiffReport): string {
  return report.changes
    .map((change) => `${where(change)} ${change.severity} ${change.id}: ${headline(change)} [${change.fingerprint}]`)
    .join("\n");
}

/** For programs: spans as positions, two-space indentation. */
export function renderDiffJson(report: DiffReport): string {
  const changes = report.changes.map(({ span, ...change }) => ({
    ...change,
    ...(span === undefined ? {} : positionAt(span.file, span.start)),
  }));
  return JSON.stringify({ ...report, changes }, undefined, 2);
}

function paragraph(change: Change): string {
  const lines = [
    `${change.severity.padEnd(4)} ${change.id}: ${headline(change)}`,
    `     at ${where(change)}`,
    ...(change.witness === undefined ? [] : [`     for example ${shortened(JSON.stringify(change.witness))}`]),
    ...(change.note === undefined ? [] : [`     note: ${change.note}`]),
    ...(change.help === undefined ? [] : [`     help: ${change.help}`]),
    `     ${change.categories.join(" ")} · ${change.fingerprint}`,
  ];
  return lines.join("\n");
}

/** The subject, unless the message names it. */
function headline(change: Change): string {
  return change.message.includes(`'${change.subject}'`) || change.subject === "catalog"
    ? change.message
    : `${change.subject}: ${change.message}`;
}

function where(change: Change): string {
  if (change.span === undefined) return change.path;
  const { line, column } = positionAt(change.span.file, change.span.start);
  return `${change.span.file.path}:${line}:${column}`;
}

function summary({ counts, required, baseVersion, headVersion }: DiffReport): string {
  const bump = required === "none" ? "no new version is needed" : `a ${required} version is needed`;
  return `${counts.ERR} breaking, ${counts.WARN} dangerous, ${counts.INFO} compatible; from ${baseVersion} to ${headVersion}, ${bump}`;
}

function shortened(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
