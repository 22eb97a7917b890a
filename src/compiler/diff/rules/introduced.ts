import { introducedCodes } from "../consequences/introduced-codes.ts";
import { type DiffRule, rule } from "../rule.ts";

/** Findings of the linter that the base did not have. `pegboard explain <code>` describes each of them. */
export const introducedRules: readonly DiffRule[] = [
  introducedRule("error-introduced", "ERR", {
    why: "The linter finds an error that it did not find before: a client refuses the tool, or takes it for another one.",
    bad: "note_list.yaml\nnote-list.yaml   # new: one name to clients that replace dashes",
    good: "note_list.yaml\nnote_search.yaml   # new",
  }),
  introducedRule("warning-introduced", "WARN", {
    why: "The linter warns of something that it did not find before: models choose worse, or a client cuts a text off.",
    bad: "note_list: List all notes.\nnote_browse: List all the notes.   # new",
    good: "note_list: List all notes.\nnote_search: Find notes by words in their text.   # new",
  }),
];

function introducedRule(id: string, severity: "ERR" | "WARN", explain: DiffRule["explain"]): DiffRule {
  return rule(id, "introduced", severity, [], {
    also: ({ code }) => introducedCodes[code]?.categories ?? [],
    facet: ({ code }) => code,
    former: ({ code }) => introducedCodes[code]?.former ?? code,
    message: (event) => (event.severity === severity ? event.message : undefined),
    help: ({ code, help }) => help ?? `pegboard explain ${code} shows what to do`,
    eases: ({ eased }) => eased,
    explain,
  });
}
