import type { Diagnostic, Severity } from "../diagnostics/diagnostic.ts";
import { summary } from "../diagnostics/render.ts";

/** From this severity up findings are printed. */
export const findingLevels = ["error", "warning", "info"] as const satisfies readonly Severity[];
export type FindingLevel = (typeof findingLevels)[number];

export interface Levelled {
  readonly shown: readonly Diagnostic[];
  /** "3 notes hidden; --level info shows them"; undefined where nothing is hidden. */
  readonly hidden: string | undefined;
}

/** Notes are advice that need not be followed: they are counted, and printed for those who ask. */
export function atLevel(diagnostics: readonly Diagnostic[], level: FindingLevel = "warning"): Levelled {
  const rank = findingLevels.indexOf(level);
  const isShown = ({ severity }: Diagnostic) => findingLevels.indexOf(severity) <= rank;
  const hidden = diagnostics.filter((finding) => !isShown(finding));
  const [first] = hidden;
  if (first === undefined) return { shown: diagnostics, hidden: undefined };
  const lowest = hidden.some(({ severity }) => severity === "info") ? "info" : "warning";
  return { shown: diagnostics.filter(isShown), hidden: `${summary(hidden)} hidden; --level ${lowest} shows them` };
}
