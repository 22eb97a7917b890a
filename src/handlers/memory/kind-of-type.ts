/** The kind of today for each type of Ramorie. No two are the same, so a kind tells the type. */
export const kindOfType = {
  general: "observation",
  decision: "decision",
  bug_fix: "event",
  preference: "claim",
  pattern: "concept",
  reference: "entity",
} as const;
