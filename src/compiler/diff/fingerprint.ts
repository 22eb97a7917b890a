import { sameJson } from "../../contract/alias.ts";
import { canonicalJsonLine } from "../../contract/canonical-json.ts";
import type { Json } from "../../contract/json.ts";
import type { Change } from "./change.ts";
import type { ComparableType } from "./comparable-type.ts";
import type { DiffEvent, EventOf } from "./event.ts";
import { sha256 } from "./sha256.ts";

/**
 * 12 hexadecimal digits that stand for a change from run to run: its rule, what it is about, and the values before and
 * after. Places, the order of files and the wording of messages are not part of them, so an accepted finding stays accepted
 * while texts and lines move, and does not cover a larger step of the same kind later.
 */
export function fingerprintOf(
  id: string,
  event: DiffEvent,
  match: { readonly message: string; readonly values?: Json | undefined },
): string {
  return digits([id, event.at.subject, match.values ?? valuesOf(event, match.message) ?? factsOf(match.message)]);
}

/** Two changes that can't be distinguished get numbers: accepting one is not accepting the other. */
export function numbered(changes: readonly Change[]): readonly Change[] {
  const seen = new Map<string, number>();
  return changes.map((change) => {
    const { fingerprint } = change;
    const count = (seen.get(fingerprint) ?? 0) + 1;
    seen.set(fingerprint, count);
    return count === 1 ? change : { ...change, fingerprint: digits([fingerprint, count]) };
  });
}

function digits(value: unknown): string {
  return sha256(canonicalJsonLine(value)).slice(0, 12);
}

/** What differs, for events about values; undefined where an event is about so much that its rule has to say. */
function valuesOf(event: DiffEvent, message: string): unknown {
  switch (event.kind) {
    case "facet-changed":
      return facetValues(event, message);
    case "type-kept":
      return typeValues(event, message);
    case "field-kept": {
      const found = differences(event.base, event.head);
      // Nothing of the field's own: it is about the type as a whole.
      return found.length === 0 ? [event.base.type, event.head.type] : meant(found, message);
    }
    case "deprecation-kept":
      return differences(event.base ?? {}, event.head ?? {});
    default:
      return undefined;
  }
}

function facetValues({ base, head, change }: EventOf<"facet-changed">, message: string): unknown {
  const { values, probe } = change;
  if (values !== undefined) return values;
  if (probe !== undefined && "option" in probe) return facets(probe.option);
  if (base.kind === "object" && head.kind === "object" && probe !== undefined && "unknownFields" in probe) {
    return [openness(base.open), openness(head.open)];
  }
  return typeValues({ base, head }, message);
}

function typeValues(
  { base, head }: { readonly base: ComparableType; readonly head: ComparableType },
  message: string,
): unknown {
  const values = base.kind === head.kind ? [] : [enumValues(base), enumValues(head)];
  return [meant(differences(base, head), message), ...values];
}

type Difference = readonly [key: string, was: unknown, is: unknown];

/**
 * Of several differences at one place, those whose values the message names: repairing another one does not change what
 * was accepted. All of them, where it names none.
 */
function meant(differences: readonly Difference[], message: string): readonly Difference[] {
  const named = differences.filter(([, was, is]) => [was, is].every((value) => names(message, value)));
  return named.length === 0 ? differences : named;
}

function names(message: string, value: unknown): boolean {
  if (value === null) return true;
  if (typeof value === "string") return message.includes(value);
  if (typeof value !== "number" && typeof value !== "boolean") return message.includes(JSON.stringify(value));
  const text = String(value);
  for (let at = message.indexOf(text); at !== -1; at = message.indexOf(text, at + 1)) {
    const around = `${message[at - 1] ?? " "}${message.slice(at + text.length, at + text.length + 2)}`;
    // Not the 4 of 40, 4.5, -4 or x4.
    if (!/^[\w.-]|^.\w|^.\.\d/.test(around)) return true;
  }
  return false;
}

/** Own facets whose values differ, each with both. What stands inside has events of its own; texts are not values. */
function differences(base: object, head: object): readonly Difference[] {
  const was = facets(base);
  const is = facets(head);
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return keys
    .filter((key) => !sameJson(was[key] ?? null, is[key] ?? null))
    .map((key): Difference => [key, was[key] ?? null, is[key] ?? null]);
}

const nested: ReadonlySet<string> = new Set([
  "fields",
  "items",
  "of",
  "open",
  "raw",
  "type",
  "values",
  "description",
  "title",
  "summary",
  "examples",
  "deprecated",
  "aliases",
]);

function facets(value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !nested.has(key)));
}

function enumValues(type: ComparableType): unknown {
  return type.kind === "enum" ? type.values.map(({ value }) => value) : null;
}

function openness(open: boolean | object): unknown {
  return typeof open === "boolean" ? open : facets(open);
}

/** The values that a message names: what stands in quotes, and numbers, in any order. */
function factsOf(message: string): readonly string[] {
  return Array.from(message.matchAll(/(?<!\w)'[^']*'(?!\w)|"[^"]*"|-?\d[\d.:-]*/g), ([fact]) => fact).sort();
}
