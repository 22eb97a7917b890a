import { sameJson } from "../../../contract/alias.ts";
import type { EventOf } from "../event.ts";
import type { DiffRule } from "../rule.ts";
import type { EnumShape, Shape } from "../shape.ts";
import { isPast } from "../today.ts";
import { isForeign, liveOn } from "./repairs.ts";
import { quoted } from "./shape-words.ts";
import { type Side, shared, sided } from "./value-row.ts";

/** Values that a param or result field takes one of. */
export const enumValueRules: readonly DiffRule[] = [
  ...valueRulesOf("input"),
  ...valueRulesOf("output"),
  {
    id: "enum-value-removed-after-sunset",
    on: "value-removed",
    severity: "INFO",
    categories: ["LIFE"],
    message: ({ at, value }, { today }) =>
      at.side === "input" && isPast(value.deprecated?.sunset, today)
        ? `the value ${quoted(value.value)} was removed after its sunset`
        : undefined,
    explain: {
      why: "It was announced, and the date has passed.",
      bad:
        "value: {type: enum, values: [draft]}   " +
        "# was {type: enum, values: [draft, {value: final, deprecated: {since: 0.9.0, sunset: 2026-01-01}}]}",
      good: "value: {type: enum, values: [draft]}   # was {type: enum, values: [draft, final]}",
    },
  },
  {
    id: "enum-alias-removed",
    on: "value-alias-removed",
    severity: "ERR",
    categories: ["CALL"],
    message: ({ at, value, alias }) =>
      at.side === "input" ? `${quoted(alias)} is no longer accepted for ${quoted(value)}` : undefined,
    help: ({ value, alias }) => `keep it: {value: ${String(value)}, aliases: [${alias}]}`,
    explain: {
      why: "Callers that send the old spelling are refused.",
      bad: "value: {type: enum, values: [draft]}   # was {type: enum, values: [{value: draft, aliases: [sketch]}]}",
      good: "value: {type: enum, values: [{value: draft, aliases: [sketch]}]}   # was {type: enum, values: [draft]}",
    },
  },
];

function valueRulesOf(side: Side): readonly DiffRule[] {
  const removed = shared(
    {
      effect: "narrows",
      mirror: "enum-value-added",
      example: { was: "{type: enum, values: [draft, final]}", is: "{type: enum, values: [draft]}" },
    },
    side,
  );
  const added = shared(
    {
      effect: "widens",
      mirror: "enum-value-removed",
      categories: ["SOURCE"],
      why: "A switch over the values that names them all has to learn another one.",
      example: { was: "{type: enum, values: [draft]}", is: "{type: enum, values: [draft, final]}" },
    },
    side,
  );
  return [
    {
      id: sided("enum-value-removed", side),
      on: "value-removed",
      ...removed,
      points: ["values"],
      message: ({ at, value }, { today }) =>
        at.side === side && !(side === "input" && isPast(value.deprecated?.sunset, today))
          ? `the value ${quoted(value.value)} was removed`
          : undefined,
      ...(side === "output"
        ? {}
        : {
            help: ({ at, value }: EventOf<"value-removed">) =>
              typeof value.value === "string" && !isForeign(at)
                ? `keep accepting it: {value: …, aliases: [${value.value}]}`
                : liveOn(at, `go on taking ${quoted(value.value)} as another word for what took its place`),
          }),
    },
    {
      id: sided("enum-value-added", side),
      on: "value-added",
      ...added,
      points: ["values"],
      message: ({ at, value }) => (at.side === side ? `the value ${quoted(value.value)} was added` : undefined),
      ...(side === "input"
        ? {}
        : {
            help: ({ at, value }: EventOf<"value-added">) =>
              liveOn(at, `answer with one of the old values instead of ${quoted(value.value)}`),
          }),
    },
    {
      id: sided("enum-reordered", side),
      on: "type-kept",
      severity: "INFO",
      categories: ["PROMPT"],
      mirror: sided("enum-reordered", side),
      hidden: true,
      message: ({ at, base, head }) =>
        at.side === side && isReordered(base, head) ? "the values stand in another order" : undefined,
      explain: {
        why: "An enum is a set, so nothing is accepted or refused that was not. A model reads them in order, and its cache of the list is stale.",
        bad: "value: {type: enum, values: [final, draft]}   # was {type: enum, values: [draft, final]}",
        good: "value: {type: enum, values: [draft, final, gone]}   # was {type: enum, values: [draft, final]}",
      },
    },
  ];
}

function isReordered(base: Shape, head: Shape): boolean {
  if (base.kind !== "enum" || head.kind !== "enum" || base.values.length !== head.values.length) return false;
  const sameSet = base.values.every((one) => has(head, one));
  return sameSet && base.values.some((one, index) => !sameJson(one.value, head.values[index]?.value));
}

function has(node: EnumShape, wanted: EnumShape["values"][number]): boolean {
  return node.values.some((one) => sameJson(one.value, wanted.value));
}
