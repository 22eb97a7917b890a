import type { DiffRule } from "../rule.ts";
import type { Shape } from "../shape.ts";
import { liveOn } from "./repairs.ts";

/** What is done to a text before it is checked. JSON Schema has no word for it, so only our own catalogs say it. */
export const normalizationRules: readonly DiffRule[] = [
  {
    id: "normalization-changed",
    on: "type-kept",
    severity: "WARN",
    categories: ["CALL"],
    mirror: "normalization-changed",
    message: ({ at, base, head }) =>
      at.side === "input" && base.kind === head.kind && normalization(base) !== normalization(head)
        ? `is ${normalization(head)} now, it was ${normalization(base)}`
        : undefined,
    help: ({ at, base }) => liveOn(at, `leave it ${normalization(base)}`),
    explain: {
      why: "The same text is accepted or refused, or kept, in another form.",
      bad: "value: {type: string, trim: false}   # was {type: string}",
      good: "value: {type: string, normalize: lower, max_length: 80}   # was {type: string, normalize: lower}",
    },
  },
];

function normalization(node: Shape): string {
  if (node.kind !== "string" && node.kind !== "enum") return "kept as it is";
  const letters = node.normalize === undefined ? "kept as it is" : `put in ${node.normalize} case`;
  return node.kind === "string" && node.trim ? `trimmed and ${letters}` : letters;
}
