import { sameJson } from "../../../contract/alias.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { DiffRule, RuleContext } from "../rule.ts";
import type { EnumShape, Shape } from "../shape.ts";
import { article, isNumeric, valueList } from "./shape-words.ts";
import { type Kept, type ValueRow, valueRules } from "./value-row.ts";

// What kind of value it is. Each row becomes a rule for arguments and one for results.

const rows: readonly ValueRow[] = [
  {
    id: "nullable-added",
    mirror: "nullable-removed",
    effect: "widens",
    points: ["nullable"],
    message: (event, context) =>
      nullability(event.base) === false && nullability(event.head) === true && !isReplaced(event, context)
        ? "null is allowed now"
        : undefined,
    undo: () => "answer without null",
    example: { was: "{type: string}", is: "{type: string, nullable: true}" },
  },
  {
    id: "nullable-removed",
    mirror: "nullable-added",
    effect: "narrows",
    message: (event, context) =>
      nullability(event.base) === true && nullability(event.head) === false && !isReplaced(event, context)
        ? "null is no longer allowed"
        : undefined,
    undo: () => "go on taking null",
    example: { was: "{type: string, nullable: true}", is: "{type: string}" },
  },
  {
    id: "enum-introduced",
    mirror: "enum-dropped",
    effect: "narrows",
    message: ({ base, head }) => {
      const closed = closedSet(base, head);
      return closed === undefined || closed.constant ? undefined : `only ${valueList(closed)} instead of ${any(base)}`;
    },
    undo: ({ base }) => `go on taking ${any(base)}, and name the values in the description`,
    example: { was: "{type: string}", is: "{type: enum, values: [draft, final]}" },
  },
  {
    id: "enum-dropped",
    mirror: "enum-introduced",
    effect: "widens",
    message: ({ base, head }) => {
      const closed = closedSet(head, base);
      return closed === undefined || closed.constant ? undefined : `${any(head)} instead of only ${valueList(closed)}`;
    },
    undo: ({ base }) => `answer with ${oldValues(base)} only`,
    example: { was: "{type: enum, values: [draft, final]}", is: "{type: string}" },
  },
  {
    id: "const-added",
    mirror: "const-removed",
    effect: "narrows",
    message: ({ base, head }) => {
      const closed = closedSet(base, head);
      return closed?.constant ? `always ${valueList(closed)} instead of ${any(base)}` : undefined;
    },
    undo: ({ base }) => `go on taking ${any(base)}`,
    example: { was: '{"type": "string"}', is: '{"const": "note"}' },
  },
  {
    id: "const-removed",
    mirror: "const-added",
    effect: "widens",
    message: ({ base, head }) => {
      const closed = closedSet(head, base);
      return closed?.constant ? `${any(head)} instead of only ${valueList(closed)}` : undefined;
    },
    undo: ({ base }) => `answer with ${oldValues(base)} only`,
    example: { was: '{"const": "note"}', is: '{"type": "string"}' },
  },
  {
    id: "const-changed",
    mirror: "const-changed",
    effect: "may",
    message: ({ base, head }) =>
      base.kind === "enum" && head.kind === "enum" && base.constant && head.constant && !sameValues(base, head)
        ? `always ${valueList(head)} instead of ${valueList(base)}`
        : undefined,
    undo: ({ at, base }) =>
      at.side === "input" ? `go on taking ${oldValues(base)}` : `answer with ${oldValues(base)}`,
    example: {
      was: '{"const": "note"}',
      is: '{"const": "task"}',
      silent: { was: '{"const": "note"}', is: '{"enum": ["note", "task"]}' },
    },
  },
  {
    id: "type-narrowed",
    mirror: "type-widened",
    effect: "narrows",
    message: (event, context) => (relation(event, context) === "narrowed" ? kinds(event) : undefined),
    undo: oldKind,
    example: { was: "{type: number}", is: "{type: integer}" },
  },
  {
    id: "type-widened",
    mirror: "type-narrowed",
    effect: "widens",
    categories: ["SOURCE"],
    message: (event, context) => (relation(event, context) === "widened" ? kinds(event) : undefined),
    undo: oldKind,
    why: "Whoever handles the value meets more kinds of it.",
    example: { was: "{type: integer}", is: "{type: number}" },
  },
  {
    id: "type-replaced",
    mirror: "type-replaced",
    effect: "may",
    message: (event, context) => (relation(event, context) === "replaced" ? kinds(event) : undefined),
    undo: oldKind,
    example: {
      was: "{type: string}",
      is: "{type: integer}",
      silent: { was: "{type: integer}", is: "{type: number}" },
    },
  },
];

export const typeRules: readonly DiffRule[] = rows.flatMap(valueRules);

/**
 * How types of different kinds, or unions that can't be paired, relate; the comparison of their schemas decides.
 * undefined: they are of one kind, or another rule has a word for it.
 */
export function relation(
  { at, base, head }: Kept,
  context: RuleContext,
): "narrowed" | "widened" | "replaced" | undefined {
  if (closedSet(base, head) !== undefined || closedSet(head, base) !== undefined) return undefined;
  // Their limits are compared by rules of their own.
  if (isNumeric(base) && isNumeric(head)) {
    if (base.kind === head.kind) return typing(base, head);
    return head.kind === "number" ? "widened" : "narrowed";
  }
  const unions = base.kind === "union" && head.kind === "union" && base.discriminator !== head.discriminator;
  if (base.kind === head.kind && !unions) return typing(base, head);
  if (at.side === "output" && at.root === undefined && rootKind(base) !== rootKind(head)) return undefined;
  // Only the smaller side has to lose its null: where that one has none, the other's does not matter.
  const wider = context.widens(at, withoutNull(base), head).verdict === "yes";
  const narrower = context.narrows(at, base, withoutNull(head)).verdict === "yes";
  if (wider && narrower) return undefined;
  if (wider) return "widened";
  return narrower ? "narrowed" : "replaced";
}

/** Another type altogether: that its null went as well, or came, is no news beside it. */
function isReplaced(event: Kept, context: RuleContext): boolean {
  return relation(event, context) === "replaced";
}

/** What the root of a result is to a reader; an enum or a union is whatever its values are. */
export function rootKind(node: Shape): "object" | "array" | "scalar" | "any" {
  switch (node.kind) {
    case "object":
    case "array":
      return node.kind;
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "enum":
      return "scalar";
    case "union": {
      const [first, ...rest] = node.of.map(rootKind);
      return first !== undefined && rest.every((kind) => kind === first) ? first : "any";
    }
    default:
      return "any";
  }
}

/** A schema may have keywords of one kind and take values of every other one besides. */
function typing(base: Shape, head: Shape): "narrowed" | "widened" | undefined {
  if (base.untyped === head.untyped) return undefined;
  return head.untyped ? "widened" : "narrowed";
}

/** The enum that took the place of any value of its kind. */
function closedSet(free: Shape, set: Shape): EnumShape | undefined {
  if (set.kind !== "enum" || free.kind === "enum" || free.kind === "union" || free.kind === "never") return undefined;
  return set.values.every(({ value }) => value === null || takesKind(free, value)) ? set : undefined;
}

function takesKind(node: Shape, value: unknown): boolean {
  switch (node.kind) {
    case "json":
      return true;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && !Array.isArray(value);
    default:
      return typeof value === node.kind;
  }
}

/** Null is compared by a rule of its own. */
function withoutNull(node: Shape): Shape {
  if (node.nullable !== true) return node;
  if (node.raw === undefined) return { ...node, nullable: false };
  const foreign: JsonSchema & { readonly allOf?: readonly unknown[] } = node.raw;
  const raw = { ...foreign, allOf: [...(foreign.allOf ?? []), { not: { type: "null" } }] };
  return { ...node, nullable: false, raw };
}

function sameValues(base: EnumShape, head: EnumShape): boolean {
  return sameJson(
    base.values.map(({ value }) => value),
    head.values.map(({ value }) => value),
  );
}

/** "any text", for what was free before it was closed, or is free now. */
function any(node: Shape): string {
  switch (node.kind) {
    case "string":
      return "any text";
    case "json":
      return "any value";
    default:
      return `any ${node.kind}`;
  }
}

function kinds({ base, head }: Kept): string {
  if (base.kind !== head.kind) return `is ${article(head)} instead of ${article(base)}`;
  if (base.kind === "union") return "is told apart in another way";
  return head.untyped ? `takes more than ${article(head)} now` : `takes only ${article(head)} now`;
}

function oldKind({ base, head }: Kept): string {
  return base.kind === head.kind ? "leave the type as it was" : `leave it ${article(base)}`;
}

function oldValues(base: Shape): string {
  return base.kind === "enum" ? valueList(base) : "what it was";
}

/** undefined for any JSON value: there null is not the point. */
function nullability(node: Shape): boolean | undefined {
  return node.kind === "json" || node.kind === "never" ? undefined : node.nullable === true;
}
