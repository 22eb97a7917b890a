import type { Json } from "../../../contract/json.ts";
import type { Category } from "../change.ts";
import type { ComparableType } from "../comparable-type.ts";
import type { EventOf } from "../event.ts";
import type { RuleContext } from "../rule.ts";

export type Kept = EventOf<"type-kept">;

/** "changed": only the comparison of both schemas can decide whether it takes less or more. */
export type Direction = "narrowed" | "widened" | "changed";

/** One property of a type, such as its longest text, that is compared by itself. */
export interface Facet {
  /** As people write it in the file of accepted findings: "max-length". */
  readonly name: string;
  /** Keywords of JSON Schema by which alone a change is judged, whatever else changed there; none: by the whole type. */
  readonly keywords?: readonly string[];
  /** It is about meaning: both schemas accept the same values, so no comparison is made and no value can show the change. */
  readonly proof?: "none";
  /**
   * What can happen to it. The keys are the names that rules had when each of these was a rule, without "output-" before
   * them: files of accepted findings hold these names, and fingerprints are made with them.
   */
  readonly formers: Readonly<Record<string, Direction>>;
  readonly compare: (kept: Kept, context: RuleContext) => FacetChange | readonly FacetChange[] | undefined;
}

/** What happened to one facet of a type. */
export interface FacetChange {
  /** A key of the facet's `formers`. */
  readonly former: string;
  readonly message: string;
  /** What keeps the old form, for the help of a break. */
  readonly undo?: string;
  /** Replaces the help that is made of `undo`. */
  readonly help?: string;
  /** What callers do about it, for changelogs. */
  readonly migration?: string;
  /** Keys from the type to what changed, for the place of the finding. */
  readonly points?: readonly string[];
  /** Why a break is only a warning here. */
  readonly eased?: string;
  /** Besides callers, or readers. */
  readonly also?: readonly Category[];
  /** Replaces those of the facet. */
  readonly keywords?: readonly string[];
  /** What the proof is about, where it is not keywords. */
  readonly probe?: Probe;
  /** Values before and after, for the fingerprint, where they are not those that the message names. */
  readonly values?: Json;
}

/** A value; an option of a union on the side that has it; names of fields that are not declared. */
export type Probe =
  | { readonly value: Json }
  | { readonly option: ComparableType; readonly of: "base" | "head"; readonly exactlyOne: boolean }
  | { readonly unknownFields: true };

/** `max-length-lowered` and its like: the name before each step. */
export function formersOf(name: string, steps: Readonly<Record<string, Direction>>): Facet["formers"] {
  return Object.fromEntries(Object.entries(steps).map(([step, direction]) => [`${name}-${step}`, direction]));
}

/** Facets are compared between types of one kind; a type that was replaced is one change. */
export function isSameKind(base: ComparableType, head: ComparableType): boolean {
  return base.kind === head.kind || (isNumeric(base) && isNumeric(head));
}

export function isNumeric(type: ComparableType): type is ComparableType & { kind: "integer" | "number" } {
  return type.kind === "integer" || type.kind === "number";
}

/** "max-length" in a sentence. */
export function inWords(name: string): string {
  return name.replaceAll("-", " ");
}
