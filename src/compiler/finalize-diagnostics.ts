import type { Code } from "../diagnostics/codes.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { applySuppressions, type Suppression } from "../diagnostics/suppression.ts";
import type { CountTokens } from "./tokens/count-tokens.ts";

/** What was asked for. */
export interface Asked {
  readonly countTokens?: CountTokens;
  /** Also findings of severity info. */
  readonly notes?: boolean;
}

/**
 * What the author is told of all that the rooms found: nothing that a suppression covers, nothing that is only so because
 * something else is wrong, and advice only to who asked for it.
 */
export function finalizeDiagnostics(
  found: readonly Diagnostic[],
  suppressions: readonly Suppression[],
  options: Asked,
): readonly Diagnostic[] {
  const complete = !hasErrors(found);
  // What a catalog with mistakes does not use, it may use once they are mended.
  const certain = complete ? found : found.filter(({ code }) => !leftOver.has(code));
  const left = applySuppressions(certain, suppressions, { complete, unasked: unasked(options) });
  return options.notes === true ? left : left.filter(({ severity }) => severity !== "info");
}

const leftOver: ReadonlySet<Code> = new Set<Code>(["text-unused", "shared-param-unused"]);

/** Rules that need a count of tokens stay silent, or only estimate, where nobody handed in a counter. */
function unasked(options: Asked): ReadonlySet<Code> {
  const counted: readonly Code[] = ["profile-token-budget", "tool-token-budget", "summary-too-long"];
  return new Set(options.countTokens === undefined ? counted : []);
}
