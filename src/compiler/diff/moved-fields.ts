import { sameJson } from "../../contract/alias.ts";
import type { ComparableType, ComparedField } from "./comparable-type.ts";
import type { DiffEvent, EventOf } from "./event.ts";

/** A field that is gone in one place and there in another, deeper or higher, has moved: that is one change. */
export function markMoved(events: readonly DiffEvent[]): DiffEvent[] {
  const added = events.filter((event): event is EventOf<"field-added"> => event.kind === "field-added");
  const gone = events.filter(({ kind }) => kind === "field-removed").length;
  if (added.length === 0 || added.length * gone > maxPairs) return [...events];
  const arrived = new Set<DiffEvent>();
  const marked = events.map((event): DiffEvent => {
    if (event.kind !== "field-removed" || event.replacement !== undefined) return event;
    const found = added.flatMap((one) => placesOf(event.field, one)).filter(({ depth }) => depth !== depthOf(event));
    const [only, ...more] = found;
    if (only === undefined || more.length > 0) return event;
    if (only.event.field.name === event.field.name) arrived.add(only.event);
    const how = only.depth > depthOf(event) ? "nested" : "hoisted";
    return { ...event, moved: { to: only.path, how } };
  });
  return marked.map((event) =>
    arrived.has(event) && event.kind === "field-added" ? { ...event, renamed: true } : event,
  );
}

interface NewPlace {
  readonly event: EventOf<"field-added">;
  /** As people write it: "filter.status". */
  readonly path: string;
  readonly depth: number;
}

/** Where a field that is gone stands in one that is new: it is the new one, or one inside of it. */
function placesOf(gone: ComparedField, event: EventOf<"field-added">): readonly NewPlace[] {
  if (event.renamed) return [];
  const path = event.at.trail.flatMap((step) => (step.into === "field" ? [step.head?.name ?? ""] : [])).join(".");
  return search(gone, event.field, { event, path, depth: depthOf(event) }, maxDepth);
}

/** More that come and go at once have not moved. */
const maxPairs = 2500;

/** Levels of new objects that are searched. */
const maxDepth = 3;

function search(gone: ComparedField, field: ComparedField, place: NewPlace, levels: number): readonly NewPlace[] {
  if (field.name === gone.name && isSame(gone, field)) return [place];
  const inner = levels === 0 ? [] : fieldsOf(field.type);
  return inner.flatMap((one) =>
    search(gone, one, { ...place, path: `${place.path}.${one.name}`, depth: place.depth + 1 }, levels - 1),
  );
}

function isSame(was: ComparedField, is: ComparedField): boolean {
  if (was.type.kind !== is.type.kind) return false;
  return sameJson(was.type, is.type) || (was.description !== undefined && was.description === is.description);
}

function fieldsOf(type: ComparableType): readonly ComparedField[] {
  return type.kind === "object" ? type.fields : [];
}

function depthOf({ at }: EventOf<"field-removed"> | EventOf<"field-added">): number {
  return at.trail.length;
}
