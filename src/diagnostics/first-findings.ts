import { compareTexts } from "../contract/compare-texts.ts";
import { type Diagnostic, type Severity, sortDiagnostics } from "./diagnostic.ts";

/** More than that are too many to read at a terminal: a catalog that was just imported may have thousands. */
export const findingsAtOnce = 50;

/** Of warnings and notes with the same code, where not all are printed: the sixth says nothing new. */
export const findingsOfOneCode = 5;

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Which of many findings are printed: the errors, and of each other code the first ones. All of them where they are few. */
export function firstFindings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  if (findings.length <= findingsAtOnce) return findings;
  const counts = new Map<string, number>();
  return [...sortDiagnostics(findings)]
    .sort((a, b) => ranks[a.severity] - ranks[b.severity])
    .filter(({ code, severity }) => {
      const before = counts.get(code) ?? 0;
      counts.set(code, before + 1);
      return severity === "error" || before < findingsOfOneCode;
    })
    .slice(0, findingsAtOnce);
}

/** More codes than that make no line that is read. */
const namedCodes = 8;

/** "625 param-undescribed, 14 description-when": the findings of the first that are not among the second; "" for none. */
export function countsNotShown(findings: readonly Diagnostic[], shown: readonly Diagnostic[]): string {
  const printed = new Set(shown);
  const counts = new Map<string, number>();
  for (const finding of findings) {
    if (!printed.has(finding)) counts.set(finding.code, (counts.get(finding.code) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, one], [b, other]) => other - one || compareTexts(a, b));
  const others = sorted.slice(namedCodes).reduce((sum, [, count]) => sum + count, 0);
  const parts = sorted.slice(0, namedCodes).map(([code, count]) => `${count} ${code}`);
  return [...parts, ...(others === 0 ? [] : [`${others} with other codes`])].join(", ");
}
