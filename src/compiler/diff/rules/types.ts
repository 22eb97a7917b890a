import type { Severity } from "../change.ts";
import type { EventOf, ValuePlace } from "../event.ts";
import type { DiffRule, RuleContext } from "../rule.ts";
import type { EnumShape, Shape } from "../shape.ts";
import { isPast } from "../today.ts";

// Types of values. Each row becomes a rule for arguments and one for results: what widens breaks readers, what narrows
// breaks callers.

type Kept = EventOf<"type-kept">;
type Effect = "narrows" | "widens" | "may";

interface TypeRow {
  /** Id for arguments; results put "output-" before it. */
  readonly id: string;
  readonly mirror: string;
  readonly effect: Effect;
  readonly says: (event: Kept, context: RuleContext) => string | undefined;
}

/** Something a type says, or does not say, and that narrows it. */
interface Trait {
  readonly noun: string;
  readonly read: (node: Shape) => string | number | undefined;
}

const traits: readonly Trait[] = [
  { noun: "pattern", read: (node) => (node.kind === "string" ? node.pattern : undefined) },
  { noun: "format", read: (node) => (node.kind === "string" ? node.format : undefined) },
  { noun: "multiple-of", read: (node) => (isNumber(node) ? node.multipleOf : undefined) },
  { noun: "unique-items", read: (node) => (node.kind === "array" && node.unique === true ? "true" : undefined) },
];

const rows: readonly TypeRow[] = [
  ...traits.flatMap(traitRows),
  {
    id: "nullable-added",
    mirror: "nullable-removed",
    effect: "widens",
    says: ({ base, head }) =>
      nullability(base) === false && nullability(head) === true ? "null is allowed now" : undefined,
  },
  {
    id: "nullable-removed",
    mirror: "nullable-added",
    effect: "narrows",
    says: ({ base, head }) =>
      nullability(base) === true && nullability(head) === false ? "null is no longer allowed" : undefined,
  },
  {
    id: "enum-introduced",
    mirror: "enum-dropped",
    effect: "narrows",
    says: ({ base, head }) =>
      base.kind === "string" && head.kind === "enum" ? `only ${list(head)} instead of any text` : undefined,
  },
  {
    id: "enum-dropped",
    mirror: "enum-introduced",
    effect: "widens",
    says: ({ base, head }) =>
      base.kind === "enum" && head.kind === "string" ? `any text instead of only ${list(base)}` : undefined,
  },
  {
    id: "type-narrowed",
    mirror: "type-widened",
    effect: "narrows",
    says: (event, context) => (relation(event, context) === "narrowed" ? kinds(event) : undefined),
  },
  {
    id: "type-widened",
    mirror: "type-narrowed",
    effect: "widens",
    says: (event, context) => (relation(event, context) === "widened" ? kinds(event) : undefined),
  },
  {
    id: "type-replaced",
    mirror: "type-replaced",
    effect: "may",
    says: (event, context) => (relation(event, context) === "replaced" ? kinds(event) : undefined),
  },
];

export const typeRules: readonly DiffRule[] = [
  ...rows.flatMap((row) => [typeRule(row, "input"), typeRule(row, "output")]),
  ...valueRules("input"),
  ...valueRules("output"),
  {
    id: "enum-value-removed-after-sunset",
    on: "value-removed",
    severity: "INFO",
    categories: ["LIFE"],
    says: ({ at, value }, { today }) =>
      at.side === "input" && isPast(value.deprecated?.sunset, today)
        ? `the value '${value.value}' was removed after its sunset`
        : undefined,
    explain: { why: "It was announced, and the date has passed." },
  },
  {
    id: "enum-alias-removed",
    on: "value-alias-removed",
    severity: "ERR",
    categories: ["CALL"],
    says: ({ at, value, alias }) =>
      at.side === "input" ? `'${alias}' is no longer accepted for '${value}'` : undefined,
    explain: { why: "Callers that send the old spelling are refused." },
  },
  {
    id: "normalization-changed",
    on: "type-kept",
    severity: "WARN",
    categories: ["CALL"],
    mirror: "normalization-changed",
    says: ({ at, base, head }) =>
      at.side === "input" && base.kind === head.kind && normalization(base) !== normalization(head)
        ? `is ${normalization(head)} now, it was ${normalization(base)}`
        : undefined,
    explain: { why: "The same text is accepted or refused, or kept, in another form." },
  },
  ...opennessRules("input"),
  ...opennessRules("output"),
];

function typeRule(row: TypeRow, side: ValuePlace["side"]): DiffRule {
  const prefix = side === "input" ? "" : "output-";
  return {
    id: prefix + row.id,
    on: "type-kept",
    severity: severityOf(row.effect, side),
    categories: [side === "input" ? "CALL" : "RESULT"],
    mirror: prefix + row.mirror,
    says: (event, context) => (event.at.side === side ? row.says(event, context) : undefined),
    explain: { why: whyOf(row.effect, side) },
  };
}

function traitRows({ noun, read }: Trait): readonly TypeRow[] {
  const both = (base: Shape, head: Shape) => base.kind === head.kind || (isNumber(base) && isNumber(head));
  const words = noun.replaceAll("-", " ");
  return [
    {
      id: `${noun}-added`,
      mirror: `${noun}-removed`,
      effect: "narrows",
      says: ({ base, head }) =>
        both(base, head) && read(base) === undefined && read(head) !== undefined
          ? `${words} ${read(head) ?? ""} was added`
          : undefined,
    },
    {
      id: `${noun}-removed`,
      mirror: `${noun}-added`,
      effect: "widens",
      says: ({ base, head }) =>
        both(base, head) && read(base) !== undefined && read(head) === undefined
          ? `${words} ${read(base) ?? ""} was taken away`
          : undefined,
    },
    ...(noun === "unique-items"
      ? []
      : [
          {
            id: `${noun}-changed`,
            mirror: `${noun}-changed`,
            effect: "may" as const,
            says: ({ base, head }: Kept) =>
              read(base) !== undefined && read(head) !== undefined && read(base) !== read(head)
                ? `${words} is ${read(head) ?? ""} instead of ${read(base) ?? ""}`
                : undefined,
          },
        ]),
  ];
}

/** Values of enums and options of unions. */
function valueRules(side: ValuePlace["side"]): readonly DiffRule[] {
  const prefix = side === "input" ? "" : "output-";
  const categories = [side === "input" ? ("CALL" as const) : ("RESULT" as const)];
  const shared = (effect: Effect, mirror: string) => ({
    severity: severityOf(effect, side),
    categories,
    mirror: prefix + mirror,
    explain: { why: whyOf(effect, side) },
  });
  return [
    {
      id: `${prefix}enum-value-removed`,
      on: "value-removed",
      ...shared("narrows", "enum-value-added"),
      says: ({ at, value }, { today }) =>
        at.side === side && !(side === "input" && isPast(value.deprecated?.sunset, today))
          ? `the value '${value.value}' was removed`
          : undefined,
      help: ({ value }) => (side === "input" ? `keep accepting it: {value: …, aliases: [${value.value}]}` : undefined),
    },
    {
      id: `${prefix}enum-value-added`,
      on: "value-added",
      ...shared("widens", "enum-value-removed"),
      says: ({ at, value }) => (at.side === side ? `the value '${value.value}' was added` : undefined),
    },
    {
      id: `${prefix}any-of-branch-removed`,
      on: "branch-removed",
      ...shared("narrows", "any-of-branch-added"),
      says: ({ at, option }) => (at.side === side ? `${article(option)} is no longer an option` : undefined),
    },
    {
      id: `${prefix}any-of-branch-added`,
      on: "branch-added",
      ...shared("widens", "any-of-branch-removed"),
      says: ({ at, option }) => (at.side === side ? `${article(option)} is an option now` : undefined),
    },
  ];
}

/** What objects do with fields that they do not name. */
function opennessRules(side: ValuePlace["side"]): readonly DiffRule[] {
  const prefix = side === "input" ? "" : "output-";
  const row = (
    name: string,
    mirror: string,
    effect: Effect,
    text: string,
    speaks: (event: EventOf<"openness-kept">, context: RuleContext) => boolean,
  ): DiffRule => ({
    id: `${prefix}additional-properties-${name}`,
    on: "openness-kept",
    severity: severityOf(effect, side),
    categories: [side === "input" ? "CALL" : "RESULT"],
    mirror: `${prefix}additional-properties-${mirror}`,
    says: (event, context) => (event.at.side === side && speaks(event, context) ? text : undefined),
    explain: { why: whyOf(effect, side) },
  });
  return [
    row(
      "closed",
      "opened",
      "narrows",
      "unknown fields are refused now",
      ({ base, head }) => base !== false && head === false,
    ),
    row(
      "opened",
      "closed",
      "widens",
      "unknown fields are let through now",
      ({ base, head }) => base === false && head !== false,
    ),
    row(
      "schema-narrowed",
      "schema-widened",
      "narrows",
      "other fields may no longer hold everything that they could",
      (event, context) => rest(event, context) === "narrowed",
    ),
    row(
      "schema-widened",
      "schema-narrowed",
      "widens",
      "other fields may hold more than before",
      (event, context) => rest(event, context) === "widened",
    ),
  ];
}

function rest({ at, base, head }: EventOf<"openness-kept">, context: RuleContext): "narrowed" | "widened" | undefined {
  // Two maps are compared value by value.
  if (base === true && typeof head === "object") return head.kind === "json" ? undefined : "narrowed";
  if (typeof base === "object" && head === true) return base.kind === "json" ? undefined : "widened";
  if (typeof base === "boolean" || typeof head === "boolean" || base.kind === head.kind) return undefined;
  return context.widens(at, base, head).verdict === "yes" ? "widened" : undefined;
}

function severityOf(effect: Effect, side: ValuePlace["side"]): Severity {
  if (effect === "may") return "ERR";
  return (effect === "narrows") === (side === "input") ? "ERR" : "INFO";
}

function whyOf(effect: Effect, side: ValuePlace["side"]): string {
  if (effect === "may")
    return "The two are compared; what breaks is shown with an example, what can't be decided is a warning.";
  if (side === "input") {
    return effect === "narrows"
      ? "Arguments that were valid are refused now."
      : "Every argument that was valid still is.";
  }
  return effect === "widens"
    ? "Readers meet values that they did not prepare for."
    : "Every result fits what readers expect.";
}

/** How types of different kinds, or unions that can't be paired, relate; the comparison of their schemas decides. */
function relation({ at, base, head }: Kept, context: RuleContext): "narrowed" | "widened" | "replaced" | undefined {
  const unions = base.kind === "union" && head.kind === "union" && base.discriminator !== head.discriminator;
  if (base.kind === head.kind && !unions) return undefined;
  if ((base.kind === "enum" && head.kind === "string") || (base.kind === "string" && head.kind === "enum"))
    return undefined;
  const plain = (node: Shape): Shape => ({ ...node, nullable: false });
  const wider = context.widens(at, plain(base), plain(head)).verdict === "yes";
  const narrower = context.narrows(at, plain(base), plain(head)).verdict === "yes";
  if (wider && narrower) return undefined;
  if (wider) return "widened";
  return narrower ? "narrowed" : "replaced";
}

function kinds({ base, head }: Kept): string {
  return `is ${article(head)} instead of ${article(base)}`;
}

function article(node: Shape): string {
  const noun = node.kind === "json" ? "JSON value" : node.kind === "ref" ? node.name : node.kind;
  return `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}

function list(node: EnumShape): string {
  return node.values.map((value) => `'${value.value}'`).join(", ");
}

function isNumber(node: Shape): node is Shape & { kind: "integer" | "number" } {
  return node.kind === "integer" || node.kind === "number";
}

/** undefined for any JSON value: there null is not the point. */
function nullability(node: Shape): boolean | undefined {
  return node.kind === "json" ? undefined : node.nullable === true;
}

function normalization(node: Shape): string {
  if (node.kind !== "string" && node.kind !== "enum") return "kept as it is";
  const letters = node.normalize === undefined ? "kept as it is" : `put in ${node.normalize} case`;
  return node.kind === "string" && node.trim ? `trimmed and ${letters}` : letters;
}
