import { isCurrent } from "../../catalog/versions.ts";
import type { DiffEvent } from "../event.ts";
import type { Sides, TouchedTool } from "./consequence.ts";
import { costConsequences } from "./costs.ts";
import { handlerConsequences } from "./handlers.ts";
import { introduced } from "./introduced.ts";
import { danglingConsequences } from "./references.ts";
import { textConsequences } from "./texts.ts";

/**
 * What the changes lead to: findings of the linter that the head has and the base had not, what is only seen beside the
 * base, and handlers that no longer fit.
 */
export function consequences(events: readonly DiffEvent[], sides: Sides): readonly DiffEvent[] {
  // Nothing changed but perhaps texts of the server: nothing follows from that, unless its name did.
  const changed = events.some(({ kind }) => kind !== "catalog-kept");
  if (!changed && sides.base.server.name === sides.head.server.name) return [];
  const touched = events.flatMap(touchedBy);
  return [
    ...introduced(touched, sides),
    ...touched.flatMap(textConsequences),
    ...danglingConsequences(events, touched, sides),
    ...costConsequences(touched, sides),
    ...handlerConsequences(events, sides),
  ];
}

function touchedBy(event: DiffEvent): readonly TouchedTool[] {
  if (event.kind === "tool-added") return [{ at: event.at, head: event.tool }];
  // Older versions are kept for those who ask for them; they are not listed.
  return event.kind === "tool-kept" && isCurrent(event.head)
    ? [{ at: event.at, base: event.base, head: event.head, changed: event.changed }]
    : [];
}
