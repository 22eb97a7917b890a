import { isCurrent } from "../../catalog/versions.ts";
import type { DiffEvent } from "../event.ts";
import type { Consequence, Sides, TouchedTool } from "./consequence.ts";
import { costConsequences } from "./costs.ts";
import { exampleConsequences } from "./examples.ts";
import { handlerConsequences } from "./handlers.ts";
import { nameConsequences } from "./names.ts";
import { overlapConsequences } from "./overlap.ts";
import { publishedConsequences } from "./published-form.ts";
import { danglingConsequences } from "./references.ts";
import { textConsequences } from "./texts.ts";
import { toolCountConsequences } from "./tool-counts.ts";

/**
 * What the changes lead to: findings of the linter that the head has and the base had not, and handlers that no longer
 * fit. What the linter says of both sides was there before and is none of the diff's business.
 */
export function consequences(events: readonly DiffEvent[], sides: Sides): readonly Consequence[] {
  // Nothing changed but perhaps texts of the server: nothing follows from that, unless its name did.
  const changed = events.some(({ kind }) => kind !== "catalog-kept");
  if (!changed && sides.base.server.name === sides.head.server.name) return [];
  const touched = events.flatMap(touchedBy);
  return [
    ...touched.flatMap((tool) => [
      ...publishedConsequences(tool, sides),
      ...textConsequences(tool, sides),
      ...exampleConsequences(tool, sides),
    ]),
    ...nameConsequences(touched, sides),
    ...danglingConsequences(events, touched, sides),
    ...overlapConsequences(touched, sides),
    ...toolCountConsequences(sides),
    ...costConsequences(touched, sides),
    ...handlerConsequences(events, sides),
  ];
}

function touchedBy(event: DiffEvent): readonly TouchedTool[] {
  if (event.kind === "tool-added") return [{ at: event.at, head: event.tool }];
  // Older versions are kept for those who ask for them; nobody is shown them.
  return event.kind === "tool-kept" && isCurrent(event.head)
    ? [{ at: event.at, base: event.base, head: event.head }]
    : [];
}
