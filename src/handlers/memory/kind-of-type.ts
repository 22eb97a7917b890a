/** The kind of today for each type of Ramorie. No two are the same, so a kind tells the type. */
export const kindOfType = {
  general: "observation",
  decision: "decision",
  bug_fix: "event",
  preference: "claim",
  pattern: "concept",
  reference: "entity",
} as const;

/** @returns undefined for a kind that Ramorie did not have */
export function typeOfKind(kind: string | undefined): keyof typeof kindOfType | undefined {
  const types = ["general", "decision", "bug_fix", "preference", "pattern", "reference"] as const;
  return types.find((type) => kindOfType[type] === kind);
}
