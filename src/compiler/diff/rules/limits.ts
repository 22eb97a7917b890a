import type { DiffRule } from "../rule.ts";
import type { ArrayShape, Shape } from "../shape.ts";
import { sameKind } from "./facet-rows.ts";
import { isNumeric } from "./shape-words.ts";
import { type ValueRow, valueRules } from "./value-row.ts";

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
  /** The effective bound on this side, whichever keyword says it; `other` is the type on the other side. */
  readonly read: (node: Shape, other: Shape) => Limit | undefined;
  /** Where a type says it. */
  readonly key: string;
  /** A type with this limit, or without one, as people would write it. */
  readonly written: (limit: number | undefined) => string;
  /** It has a default, so it is never set or taken away. */
  readonly always?: true;
}

const low = (node: Shape, other: Shape): Limit | undefined => {
  if (!isNumeric(node)) return undefined;
  return pick([inclusive(node.min), exclusive(node.above, stepOf(node, other))], true);
};
const high = (node: Shape, other: Shape): Limit | undefined => {
  if (!isNumeric(node)) return undefined;
  return pick([inclusive(node.max), exclusive(node.below, -stepOf(node, other))], false);
};
const lengthOf = (key: "minLength" | "maxLength" | "maxBytes") => (node: Shape) =>
  inclusive(node.kind === "string" ? node[key] : undefined);
const itemsOf = (key: "minItems" | "maxItems") => (node: Shape) =>
  inclusive(node.kind === "array" ? node[key] : undefined);
const fieldsOf = (key: "minProperties" | "maxProperties") => (node: Shape) =>
  inclusive(node.kind === "object" ? node[key] : undefined);

/** Type and limit in our YAML: `{type: number, min: 3}`. */
const yaml = (type: string, key: string) => (limit: number | undefined) =>
  limit === undefined ? `{${type}}` : `{${type}, ${key}: ${limit}}`;
/** The same in JSON Schema, for what our language does not have. */
const json = (type: string, key: string) => (limit: number | undefined) =>
  limit === undefined ? `{${type}}` : `{${type}, "${key}": ${limit}}`;

const text = "type: string, trim: false";
const list = "type: array, items: {type: string}";
const containing = '"type": "array", "contains": {"type": "string"}';

const limitRows: readonly LimitRow[] = [
  { noun: "minimum", key: "min", floor: true, exclusive: false, read: low, written: yaml("type: number", "min") },
  {
    noun: "exclusive-minimum",
    key: "above",
    floor: true,
    exclusive: true,
    read: low,
    written: yaml("type: number", "above"),
  },
  { noun: "maximum", key: "max", floor: false, exclusive: false, read: high, written: yaml("type: number", "max") },
  {
    noun: "exclusive-maximum",
    key: "below",
    floor: false,
    exclusive: true,
    read: high,
    written: yaml("type: number", "below"),
  },
  {
    noun: "min-length",
    key: "minLength",
    floor: true,
    read: positive(lengthOf("minLength")),
    written: yaml(text, "min_length"),
  },
  {
    noun: "max-length",
    key: "maxLength",
    floor: false,
    read: lengthOf("maxLength"),
    written: yaml(text, "max_length"),
  },
  { noun: "max-bytes", key: "maxBytes", floor: false, read: lengthOf("maxBytes"), written: yaml(text, "max_bytes") },
  {
    noun: "min-items",
    key: "minItems",
    floor: true,
    read: positive(itemsOf("minItems")),
    written: yaml(list, "min_items"),
  },
  { noun: "max-items", key: "maxItems", floor: false, read: itemsOf("maxItems"), written: yaml(list, "max_items") },
  {
    noun: "min-properties",
    key: "minProperties",
    floor: true,
    read: positive(fieldsOf("minProperties")),
    written: json('"type": "object"', "minProperties"),
  },
  {
    noun: "max-properties",
    key: "maxProperties",
    floor: false,
    read: fieldsOf("maxProperties"),
    written: json('"type": "object"', "maxProperties"),
  },
  {
    noun: "min-contains",
    key: "minContains",
    floor: true,
    always: true,
    read: (node, other) => (countsAlike(node, other) ? inclusive(node.minContains ?? 1) : undefined),
    written: json(containing, "minContains"),
  },
  {
    noun: "max-contains",
    key: "maxContains",
    floor: false,
    read: (node, other) => (countsAlike(node, other) ? inclusive(node.maxContains) : undefined),
    written: json(containing, "maxContains"),
  },
];

export const limitRules: readonly DiffRule[] = limitRows.flatMap((row) => limitValueRows(row).flatMap(valueRules));

type Way = "set" | "tightened" | "loosened" | "unset";

function limitValueRows(row: LimitRow): readonly ValueRow[] {
  const id = (way: Way) => `${row.noun}-${verb(way, row.floor)}`;
  const valueRow = (way: Way, mirror: Way, was: number | undefined, is: number | undefined): ValueRow => ({
    id: id(way),
    mirror: id(mirror),
    effect: way === "set" || way === "tightened" ? "narrows" : "widens",
    message: ({ base, head }) => {
      if (!sameKind(base, head)) return undefined;
      const limit = { was: row.read(base, head), is: row.read(head, base) };
      if (wayOf(limit.was, limit.is, row.floor) !== way || !isMine(limit.is ?? limit.was, row)) return undefined;
      return `${words(row.noun)} ${change(limit.was, limit.is)}`;
    },
    undo: ({ base, head }) => {
      const limit = row.read(base, head);
      return limit === undefined ? `set no ${words(row.noun)}` : `leave ${words(row.noun)} at ${limit.value}`;
    },
    // What was taken away has no place any more.
    ...(way === "unset" ? {} : { points: [row.key] }),
    eases: ({ base, head }) => easedLimit(row.read(base, head), row.read(head, base)),
    example: { was: row.written(was), is: row.written(is) },
  });
  const [tight, loose] = row.floor ? [3, 2] : [2, 3];
  return [
    ...(row.always ? [] : [valueRow("set", "unset", undefined, tight)]),
    valueRow("tightened", "loosened", loose, tight),
    valueRow("loosened", "tightened", tight, loose),
    ...(row.always ? [] : [valueRow("unset", "set", tight, undefined)]),
  ];
}

/** Schema libraries write the range of exact integers where nobody set a limit. */
function easedLimit(was: Limit | undefined, is: Limit | undefined): string | undefined {
  const limits = [was, is].filter((limit) => limit !== undefined);
  return limits.every(({ value }) => Math.abs(value) >= Number.MAX_SAFE_INTEGER)
    ? "only numbers that JavaScript can't hold exactly are concerned"
    : undefined;
}

/** An integer above 3 is one from 4; where one side takes fractions the bounds are compared as they stand. */
function stepOf(node: Shape, other: Shape): number {
  return node.kind === "integer" && other.kind === "integer" ? 1 : 0;
}

/** At least none is no limit. */
function positive(read: (node: Shape) => Limit | undefined): LimitRow["read"] {
  return (node) => {
    const limit = read(node);
    return limit?.value === 0 ? undefined : limit;
  };
}

/** Both count items that fit something; that something is compared by itself. */
function countsAlike(node: Shape, other: Shape): node is ArrayShape {
  return node.kind === "array" && other.kind === "array" && node.contains !== undefined && other.contains !== undefined;
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
