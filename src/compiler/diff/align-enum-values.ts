import { canonicalJsonLine } from "../../contract/canonical-json.ts";
import type { Json } from "../../contract/json.ts";
import type { EnumType } from "./comparable-type.ts";
import { deprecationKept } from "./deprecation-kept.ts";
import type { DiffEvent, ValuePlace } from "./event.ts";

/** What was announced about the values that two enums share. */
export function alignEnumValues(base: EnumType, head: EnumType, at: ValuePlace): readonly DiffEvent[] {
  const old = new Map(base.values.map((one) => [canonicalJsonLine(one.value), one]));
  return head.values.flatMap(({ value, deprecated }): readonly DiffEvent[] => {
    const was = old.get(canonicalJsonLine(value));
    if (was === undefined) return [];
    return deprecationKept(
      "value",
      was,
      { deprecated },
      { ...at, subject: `${at.subject} value ${shownValue(value)}` },
    );
  });
}

function shownValue(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
