import type { Json } from "../../contract/json.ts";
import { sameJson } from "../../contract/alias.ts";
import type { DiffEvent, ValuePlace } from "./event.ts";
import type { EnumShape } from "./shape.ts";

/** What was announced about the values that two enums share. */
export function alignEnumValues(base: EnumShape, head: EnumShape, at: ValuePlace): readonly DiffEvent[] {
  return head.values.flatMap(({ value, deprecated }): readonly DiffEvent[] => {
    const old = base.values.find((one) => sameJson(one.value, value));
    if (old === undefined || (old.deprecated === undefined && deprecated === undefined)) return [];
    const place = { ...at, subject: `${at.subject} value ${shownValue(value)}` };
    return [{ kind: "deprecation-kept", at: place, of: "value", base: old.deprecated, head: deprecated }];
  });
}

function shownValue(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
