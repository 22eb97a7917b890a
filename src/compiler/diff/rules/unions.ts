import type { EventOf } from "../event.ts";
import type { DiffRule } from "../rule.ts";
import type { Shape } from "../shape.ts";
import { liveOn } from "./repairs.ts";
import { article } from "./shape-words.ts";
import { relation } from "./types.ts";
import { type Effect, type Example, type Kept, type Side, severityOf, shared, sided } from "./value-row.ts";

const anyOfExample = {
  fewer: "{type: union, of: [{type: string}, {type: integer}]}",
  more: "{type: union, of: [{type: string}, {type: integer}, {type: boolean}]}",
};
// An option that overlaps another one takes values away: what fits both is refused.
const oneOfExample = {
  fewer: '{"oneOf": [{"type": "string"}, {"type": "integer"}]}',
  more: '{"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "number"}]}',
};

/** Options of `anyOf`, of `oneOf`, and what tells them apart. */
export const unionRules: readonly DiffRule[] = [
  ...branchRules("any-of", "input"),
  ...branchRules("any-of", "output"),
  ...branchRules("one-of", "input"),
  ...branchRules("one-of", "output"),
  discriminatorRule("input"),
  discriminatorRule("output"),
];

function branchRules(keyword: "any-of" | "one-of", side: Side): readonly DiffRule[] {
  const exactlyOne = keyword === "one-of";
  const { fewer, more } = exactlyOne ? oneOfExample : anyOfExample;
  const row = (effect: Effect, mirror: string, example: Example) =>
    shared(
      {
        // Where exactly one option must fit, neither more nor fewer of them is safe by itself.
        effect: exactlyOne ? "may" : effect,
        mirror,
        example,
        ...(exactlyOne ? { why: "A value that fits two options of a oneOf is refused." } : {}),
      },
      side,
    );
  const breaks = (effect: Effect) => severityOf(exactlyOne ? "may" : effect, side) !== "INFO";
  return [
    {
      id: sided(`${keyword}-branch-removed`, side),
      on: "branch-removed",
      ...row("narrows", `${keyword}-branch-added`, { was: more, is: fewer }),
      message: ({ at, option, exactlyOne: one }) =>
        at.side === side && (one === true) === exactlyOne ? `${optionWords(option)} is no longer an option` : undefined,
      ...(breaks("narrows")
        ? {
            help: ({ at, option }: EventOf<"branch-removed">) => liveOn(at, `keep ${optionWords(option)} as an option`),
          }
        : {}),
    },
    {
      id: sided(`${keyword}-branch-added`, side),
      on: "branch-added",
      ...row("widens", `${keyword}-branch-removed`, { was: fewer, is: more }),
      message: ({ at, option, exactlyOne: one }) =>
        at.side === side && (one === true) === exactlyOne ? `${optionWords(option)} is an option now` : undefined,
      ...(breaks("widens")
        ? {
            help: ({ at, option }: EventOf<"branch-added">) =>
              liveOn(at, `leave out the option of ${optionWords(option)}`),
          }
        : {}),
    },
  ];
}

/** Two options with two constants each, of which one is the hint. */
function distinguishedBy(discriminator: string, third?: string): string {
  const option = (kind: string, sort: string) =>
    `{"type": "object", "properties": {"kind": {"const": "${kind}"}, "sort": {"const": "${sort}"}}, "required": ["kind", "sort"]}`;
  const more = third === undefined ? "" : `, ${option(third, third)}`;
  return `{"oneOf": [${option("note", "short")}, ${option("task", "long")}${more}], "discriminator": {"propertyName": "${discriminator}"}}`;
}

function discriminatorRule(side: Side): DiffRule {
  return {
    id: sided("discriminator-changed", side),
    on: "type-kept",
    severity: "WARN",
    categories: [side === "input" ? "CALL" : "RESULT"],
    mirror: sided("discriminator-changed", side),
    message: (event, context) => {
      if (event.at.side !== side) return undefined;
      const was = discriminatorOf(event.base);
      const is = discriminatorOf(event.head);
      // Where the options themselves differ, that is what is reported.
      return was === is || !areUnions(event) || relation(event, context) !== undefined
        ? undefined
        : `options are told apart by ${is ?? "their types"} instead of ${was ?? "their types"}`;
    },
    help: ({ at, base }) => liveOn(at, `go on telling options apart by ${discriminatorOf(base) ?? "their types"}`),
    explain: {
      why: "Clients and models pick an option by this field. The same values are valid, and tools that read only the hint go wrong.",
      bad: `"value": ${distinguishedBy("sort")}   // was ${distinguishedBy("kind")}`,
      good: `"value": ${distinguishedBy("kind", "text")}   // was ${distinguishedBy("kind")}`,
    },
  };
}

function areUnions({ base, head }: Kept): boolean {
  return base.kind === "union" && head.kind === "union";
}

function discriminatorOf(node: Shape): string | undefined {
  return node.kind === "union" ? node.discriminator : undefined;
}

function optionWords(option: Shape): string {
  if (option.kind !== "enum" || option.values.length !== 1) return article(option);
  return JSON.stringify(option.values[0]?.value);
}
