import { compareTexts } from "../contract/compare-texts.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** By path, then place, then code, then message: the same for any order of discovery. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compareTexts(pathOf(a), pathOf(b)) ||
      (a.span?.start ?? -1) - (b.span?.start ?? -1) ||
      (a.span?.end ?? -1) - (b.span?.end ?? -1) ||
      compareTexts(a.code, b.code) ||
      compareTexts(a.message, b.message),
  );
}

/** The file of a finding; "" when there is none. */
export function pathOf(finding: Diagnostic): string {
  return finding.span?.file.path ?? finding.path ?? "";
}
