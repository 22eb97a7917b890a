import type { RuleEntry } from "./rule-book.ts";

/** Findings about the files that a comparison needs. They come from reading the files, not from events. */
export const fileRules = [
  {
    id: "baseline-missing-or-edited",
    on: ["baseline"],
    severity: "ERR",
    categories: ["LIFE"],
    explain: {
      why: "The baseline is what was released. Without it, or with one that was edited by hand, it is not known what callers rely on.",
      bad: '{"hash": "sha256:…", "catalog": {"tools": [], …}}   # a tool taken out by hand',
      good: "pegboard baseline --release writes it, and nothing else does",
    },
  },
  {
    id: "acceptance-unused",
    on: ["acceptance"],
    severity: "ERR",
    categories: ["LIFE"],
    explain: {
      why: "An entry that accepts nothing waits for the next change that happens to look like it. The file holds what is true now.",
      bad: '{"fingerprint": "58b9225fb529", "rule": "tool-removed", "subject": "note_list", …}   # note_list is back',
      good: "remove the entry",
    },
  },
  {
    id: "acceptance-expired",
    on: ["acceptance"],
    severity: "ERR",
    categories: ["LIFE"],
    explain: {
      why: "The matter was to be settled by that day. From then on the finding counts again.",
      bad: '{"rule": "tool-description-changed", "level": "info", "reason": "…", "until": "2026-01-31"}   # in February',
      good: "settle what was accepted and remove the entry, or accept it again with a new reason and date",
    },
  },
] as const satisfies readonly Omit<RuleEntry, "mirrors">[];

export type FileRuleId = (typeof fileRules)[number]["id"];
