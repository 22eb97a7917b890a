import type { Json } from "../../contract/json.ts";
import { canonicalJsonLine } from "../catalog/canonical-json.ts";
import type { DiffEvent, ValuePlace } from "./event.ts";
import type { EnumShape } from "./shape.ts";

/** Pairs the values of two enums, which may be any JSON. */
export function alignEnumValues(base: EnumShape, head: EnumShape, at: ValuePlace): DiffEvent[] {
  // One constant for another is one change, not a value lost and a value won.
  if (base.constant === true && head.constant === true) return [];
  const was = valuesOf(base);
  const is = valuesOf(head);
  const accepted = new Set(head.values.flatMap((one) => [one.value, ...(one.aliases ?? [])]).map(canonicalJsonLine));
  const events: DiffEvent[] = [];
  for (const [text, value] of was) if (!is.has(text)) events.push({ kind: "value-removed", at, value });
  for (const [text, value] of is) if (!was.has(text)) events.push({ kind: "value-added", at, value });
  for (const [, { value, aliases = [] }] of was) {
    for (const alias of aliases) {
      if (!accepted.has(canonicalJsonLine(alias))) events.push({ kind: "value-alias-removed", at, value, alias });
    }
  }
  for (const [text, { value, deprecated }] of is) {
    const old = was.get(text);
    if (old === undefined || (old.deprecated === undefined && deprecated === undefined)) continue;
    const place = { ...at, subject: `${at.subject} value ${shownValue(value)}` };
    events.push({ kind: "deprecation-kept", at: place, of: "value", base: old.deprecated, head: deprecated });
  }
  return events;
}

function valuesOf({ values }: EnumShape): ReadonlyMap<string, EnumShape["values"][number]> {
  return new Map(values.map((value) => [canonicalJsonLine(value.value), value]));
}

function shownValue(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
