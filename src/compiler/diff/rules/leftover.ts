import type { DiffRule } from "../rule.ts";

/**
 * What no other rule has an eye for. They are asked last, about params and result fields whose schemas are not proved
 * compatible though no rule said so: nothing that breaks goes by in silence.
 */
export const leftoverRules: readonly DiffRule[] = [
  {
    id: "undecidable-change",
    on: "field-kept",
    severity: "WARN",
    categories: ["CALL", "RESULT"],
    says: () => undefined,
    explain: { why: "It changed, and whether that breaks anybody can't be decided. It is never called safe." },
  },
  {
    id: "otherwise-incompatible",
    on: "field-kept",
    severity: "ERR",
    categories: ["CALL", "RESULT"],
    says: () => undefined,
    explain: { why: "No rule has a name for the change, but there are arguments, or a result, that show the break." },
  },
];
