import type { Severity } from "../change.ts";
import type { ValuePlace } from "../event.ts";
import type { DiffRule } from "../rule.ts";
import type { Shape } from "../shape.ts";

// Limits of values. Each row here becomes rules for both directions: arguments may be limited less, results more.

/** A bound of a type; absent where there is none. */
export interface Limit {
  readonly value: number;
  readonly exclusive: boolean;
}

interface LimitRow {
  /** As in rule ids: "max-length". */
  readonly noun: string;
  readonly floor: boolean;
  readonly exclusive?: boolean;
  /** The effective bound on this side, whichever keyword says it. */
  readonly read: (node: Shape) => Limit | undefined;
}

const low = (node: Shape): Limit | undefined => {
  if (node.kind !== "integer" && node.kind !== "number") return undefined;
  return pick([inclusive(node.min), exclusive(node.above, node.kind === "integer" ? 1 : 0)], true);
};
const high = (node: Shape): Limit | undefined => {
  if (node.kind !== "integer" && node.kind !== "number") return undefined;
  return pick([inclusive(node.max), exclusive(node.below, node.kind === "integer" ? -1 : 0)], false);
};

export const limitRows: readonly LimitRow[] = [
  { noun: "minimum", floor: true, exclusive: false, read: low },
  { noun: "exclusive-minimum", floor: true, exclusive: true, read: low },
  { noun: "maximum", floor: false, exclusive: false, read: high },
  { noun: "exclusive-maximum", floor: false, exclusive: true, read: high },
  { noun: "min-length", floor: true, read: (node) => inclusive(node.kind === "string" ? node.minLength : undefined) },
  { noun: "max-length", floor: false, read: (node) => inclusive(node.kind === "string" ? node.maxLength : undefined) },
  { noun: "max-bytes", floor: false, read: (node) => inclusive(node.kind === "string" ? node.maxBytes : undefined) },
  { noun: "min-items", floor: true, read: (node) => inclusive(node.kind === "array" ? node.minItems : undefined) },
  { noun: "max-items", floor: false, read: (node) => inclusive(node.kind === "array" ? node.maxItems : undefined) },
];

export const limitRules: readonly DiffRule[] = limitRows.flatMap((row) => [
  ...limitRule(row, "input"),
  ...limitRule(row, "output"),
]);

type Way = "set" | "tightened" | "loosened" | "unset";

function limitRule(row: LimitRow, side: ValuePlace["side"]): readonly DiffRule[] {
  const narrowing: Severity = side === "input" ? "ERR" : "INFO";
  const widening: Severity = side === "input" ? "INFO" : "ERR";
  const id = (way: Way) => `${side === "output" ? "output-" : ""}${row.noun}-${verb(way, row.floor)}`;
  const rule = (way: Way, mirror: Way, severity: Severity): DiffRule => ({
    id: id(way),
    on: "type-kept",
    severity,
    categories: [side === "input" ? "CALL" : "RESULT"],
    mirror: id(mirror),
    says: ({ at, base, head }) => {
      if (at.side !== side || base.kind !== head.kind) return undefined;
      const was = row.read(base);
      const is = row.read(head);
      if (wayOf(was, is, row.floor) !== way || !isMine(is ?? was, row)) return undefined;
      return `${words(row.noun)} ${change(was, is)}`;
    },
    explain: { why: why(side, way) },
  });
  return [
    rule("set", "unset", narrowing),
    rule("tightened", "loosened", narrowing),
    rule("loosened", "tightened", widening),
    rule("unset", "set", widening),
  ];
}

function verb(way: Way, floor: boolean): string {
  if (way === "set" || way === "unset") return way;
  return (way === "tightened") === floor ? "raised" : "lowered";
}

function wayOf(was: Limit | undefined, is: Limit | undefined, floor: boolean): Way | undefined {
  if (was === undefined) return is === undefined ? undefined : "set";
  if (is === undefined) return "unset";
  if (was.value === is.value) {
    if (was.exclusive === is.exclusive) return undefined;
    return is.exclusive ? "tightened" : "loosened";
  }
  return is.value > was.value === floor ? "tightened" : "loosened";
}

/** Two rows share an effective bound; the one speaks whose form the bound has now. */
function isMine(limit: Limit | undefined, row: LimitRow): boolean {
  return row.exclusive === undefined || limit?.exclusive === row.exclusive;
}

function words(noun: string): string {
  return noun.replaceAll("-", " ");
}

function change(was: Limit | undefined, is: Limit | undefined): string {
  if (was === undefined) return `${is?.value ?? ""} was set`;
  if (is === undefined) return `${was.value} was taken away`;
  return `is ${is.value} instead of ${was.value}`;
}

function why(side: ValuePlace["side"], way: Way): string {
  const narrower = way === "set" || way === "tightened";
  if (side === "input") {
    return narrower ? "Arguments that were valid are refused now." : "Every argument that was valid still is.";
  }
  return narrower ? "Every result fits what readers expect." : "Results may lie outside of what readers prepared for.";
}

function inclusive(value: number | undefined): Limit | undefined {
  return value === undefined ? undefined : { value, exclusive: false };
}

/** Above 3 is from 4 for integers. */
function exclusive(value: number | undefined, step: number): Limit | undefined {
  if (value === undefined) return undefined;
  return step !== 0 && Number.isInteger(value) ? { value: value + step, exclusive: false } : { value, exclusive: true };
}

/** The bound that has an effect when there are two. */
function pick(limits: readonly (Limit | undefined)[], floor: boolean): Limit | undefined {
  const [a, b] = limits;
  if (a === undefined || b === undefined) return a ?? b;
  return wayOf(a, b, floor) === "tightened" ? b : a;
}
