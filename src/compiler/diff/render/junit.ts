import type { Change, DiffReport } from "../change.ts";
import {
  acceptedText,
  clipped,
  headline,
  helpLines,
  placeText,
  type ReportOptions,
  shownChanges,
  witnessLines,
  witnessWords,
} from "./words.ts";

/**
 * Changes as test results, as most systems show them: each is a test case of its rule; a break fails, what is dangerous is
 * reported in its output, what was accepted is skipped.
 * @returns XML with a final newline
 */
export function renderDiffJunit(report: DiffReport, options: ReportOptions = {}): string {
  const changes = shownChanges(report, options);
  const failures = changes.filter(isFailure).length;
  const skipped = changes.filter(({ accepted }) => accepted !== undefined).length;
  const counts = `tests="${Math.max(1, changes.length)}" failures="${failures}" skipped="${skipped}" errors="0"`;
  // Without a case some systems take the file for a broken one.
  const cases =
    changes.length === 0 ? ['    <testcase classname="pegboard.diff" name="no changes"/>'] : changes.map(testCase);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="pegboard diff" ${counts}>`,
    `  <testsuite name="pegboard diff" ${counts}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function isFailure({ severity, accepted }: Change): boolean {
  return severity === "ERR" && accepted === undefined;
}

function testCase(change: Change): string {
  const { id, fingerprint, severity, accepted, witness, help, span } = change;
  const name = `${headline(change)} [${fingerprint}]`;
  const file = span === undefined ? "" : ` file="${xml(span.file.path)}"`;
  const open = `    <testcase classname="pegboard.diff.${xml(id)}" name="${xml(name)}"${file}`;
  const lines = [
    placeText(change),
    ...(witness === undefined ? [] : [`${witnessWords(change)}: ${witnessLines(witness, 300).join(" ")}`]),
    ...(help === undefined ? [] : helpLines(help)),
  ].map(xml);
  if (accepted !== undefined) return `${open}><skipped message="${xml(acceptedText(accepted))}"/></testcase>`;
  if (isFailure(change)) {
    return `${open}><failure type="${severity}" message="${xml(headline(change))}">${lines.join("\n")}</failure></testcase>`;
  }
  return `${open}><system-out>${severity}\n${lines.join("\n")}</system-out></testcase>`;
}

/** For a text or an attribute. What XML 1.0 can't hold was made visible before. */
function xml(text: string): string {
  return clipped(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\uD800-\uDFFF\uFFFE\uFFFF]/gu, "\uFFFD");
}
