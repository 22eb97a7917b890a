import { sameJson } from "../../../contract/alias.ts";
import type { Json } from "../../../contract/json.ts";
import type { ComparableType } from "../comparable-type.ts";
import type { EventOf } from "../event.ts";
import { relation } from "../facets/kinds.ts";
import { movedValues } from "../facets/members.ts";
import { formerId } from "../former-rules.ts";
import { keepOldForm } from "../repairs.ts";
import { type DiffRule, rule } from "../rule.ts";
import { isPast } from "../today.ts";
import { quoted } from "../type-words.ts";

/** What changed about a type though the same values are valid, or were announced to go. */
export const typeRules: readonly DiffRule[] = [
  rule("enum-value-removed-after-sunset", "type-kept", "INFO", ["LIFE"], {
    message: (event, { today }) => {
      const gone = announced(event, today);
      if (event.at.side === "output" || gone.length === 0) return undefined;
      const values = gone.map(quoted).join(", ");
      return gone.length === 1
        ? `the value ${values} was removed after its sunset`
        : `the values ${values} were removed after their sunsets`;
    },
    values: (event, { today }) => {
      const [first = null, ...others] = announced(event, today);
      return others.length === 0 ? first : [first, ...others];
    },
    explain: {
      why: "It was announced, and the date has passed.",
      bad:
        "value: {type: enum, values: [draft]}   " +
        "# was {type: enum, values: [draft, {value: final, deprecated: {since: 0.9.0, sunset: 2026-01-01}}]}",
      good: "value: {type: enum, values: [draft]}   # was {type: enum, values: [draft, final]}",
    },
  }),
  rule("enum-reordered", "type-kept", "INFO", ["PROMPT"], {
    mirror: "enum-reordered",
    former: ({ at }) => formerId("enum-reordered", at.side),
    hidden: true,
    message: ({ base, head }) => (isReordered(base, head) ? "the values stand in another order" : undefined),
    explain: {
      why: "An enum is a set, so nothing is accepted or refused that was not. A model reads them in order, and its cache of the list is stale.",
      bad: "value: {type: enum, values: [final, draft]}   # was {type: enum, values: [draft, final]}",
      good: "value: {type: enum, values: [draft, final, gone]}   # was {type: enum, values: [draft, final]}",
    },
  }),
  rule("normalization-changed", "type-kept", "WARN", ["CALL"], {
    // JSON Schema has no word for it, so only our own catalogs say it.
    mirror: "normalization-changed",
    message: ({ at, base, head }) =>
      at.side === "input" && base.kind === head.kind && normalization(base) !== normalization(head)
        ? `is ${normalization(head)} now, it was ${normalization(base)}`
        : undefined,
    help: ({ at, base }) => keepOldForm(at, `leave it ${normalization(base)}`),
    explain: {
      why: "The same text is accepted or refused, or kept, in another form.",
      bad: "value: {type: string, trim: false}   # was {type: string}",
      good: "value: {type: string, normalize: lower, max_length: 80}   # was {type: string, normalize: lower}",
    },
  }),
  rule("discriminator-changed", "type-kept", "WARN", ["CALL", "RESULT"], {
    mirror: "discriminator-changed",
    former: ({ at }) => formerId("discriminator-changed", at.side),
    message: (event, context) => {
      const { base, head } = event;
      if (base.kind !== "union" || head.kind !== "union" || base.discriminator === head.discriminator) return undefined;
      // Where the options themselves differ, that is what is reported.
      return relation(event, context) === undefined
        ? `options are distinguished by ${head.discriminator ?? "their types"} instead of ${base.discriminator ?? "their types"}`
        : undefined;
    },
    help: ({ at, base }) =>
      keepOldForm(
        at,
        `go on distinguishing options by ${(base.kind === "union" && base.discriminator) || "their types"}`,
      ),
    explain: {
      why: "Clients and models pick an option by this field. The same values are valid, and tools that read only the hint go wrong.",
      bad: `"value": ${unionBy("sort")}   // was ${unionBy("kind")}`,
      good: `"value": ${unionBy("kind", "text")}   // was ${unionBy("kind")}`,
    },
  }),
];

/** Values that are gone, as was announced. */
function announced(event: EventOf<"type-kept">, today: string | undefined): readonly Json[] {
  const { removed } = movedValues(event);
  return removed.filter(({ deprecated }) => isPast(deprecated?.sunset, today)).map(({ value }) => value);
}

function isReordered(base: ComparableType, head: ComparableType): boolean {
  if (base.kind !== "enum" || head.kind !== "enum" || base.values.length !== head.values.length) return false;
  const isSameSet = base.values.every((one) => head.values.some((other) => sameJson(one.value, other.value)));
  return isSameSet && base.values.some((one, index) => !sameJson(one.value, head.values[index]?.value));
}

/** What is done to a text before it is checked. */
function normalization(type: ComparableType): string {
  if (type.kind !== "string" && type.kind !== "enum") return "kept as it is";
  const letters = type.normalize === undefined ? "kept as it is" : `put in ${type.normalize} case`;
  return type.kind === "string" && type.trim ? `trimmed and ${letters}` : letters;
}

/** Two options with two constants each, of which one is the hint. */
function unionBy(discriminator: string, third?: string): string {
  const option = (kind: string, sort: string) =>
    `{"type": "object", "properties": {"kind": {"const": "${kind}"}, "sort": {"const": "${sort}"}}, "required": ["kind", "sort"]}`;
  const more = third === undefined ? "" : `, ${option(third, third)}`;
  return `{"oneOf": [${option("note", "short")}, ${option("task", "long")}${more}], "discriminator": {"propertyName": "${discriminator}"}}`;
}
