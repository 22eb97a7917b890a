import type { Code } from "../diagnostics/codes.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { findingKey } from "../diagnostics/finding-key.ts";
import { applySuppressions, type Suppression } from "../diagnostics/suppression.ts";
import type { CountTokens } from "./tokens/listing-cost.ts";

export interface FinalizeOptions {
  readonly countTokens?: CountTokens;
  /** Also findings of severity info. */
  readonly notes?: boolean;
}

/**
 * Selects the findings to report: none that a suppression covers, none that only follows from another error, and advice
 * only where it was requested.
 */
export function finalizeDiagnostics(
  found: readonly Diagnostic[],
  suppressions: readonly Suppression[],
  options: FinalizeOptions,
): readonly Diagnostic[] {
  const complete = !hasErrors(found);
  const distinct = onceEach(found);
  // What a catalog with errors does not use, it may use once they are fixed.
  const certain = complete ? distinct : distinct.filter(({ code }) => !possiblyUnused.has(code));
  const left = applySuppressions(certain, suppressions, { complete, skipped: skippedRules(options) });
  return options.notes === true ? left : left.filter(({ severity }) => severity !== "info");
}

/** A type that is written out in several places is read in each of them. */
function onceEach(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return found.filter((one) => one.span === undefined || seen.size < seen.add(findingKey(one)).size);
}

const possiblyUnused: ReadonlySet<Code> = new Set<Code>(["text-unused", "shared-param-unused"]);

/** Rules that need a count of tokens are skipped, or only estimate, where no counter was passed in. */
function skippedRules(options: FinalizeOptions): ReadonlySet<Code> {
  const counted: readonly Code[] = ["profile-token-budget", "tool-token-budget", "summary-too-long"];
  return new Set(options.countTokens === undefined ? counted : []);
}
