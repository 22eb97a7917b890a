import type { Subtype } from "../schema/subtype.ts";
import type { Category, Severity } from "./change.ts";
import type { ComparedCatalog } from "./compared.ts";
import type { EventKind, EventOf, ValuePlace } from "./event.ts";
import type { Shape } from "./shape.ts";

/** What a rule may ask besides its event. */
export interface RuleContext {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
  /** `YYYY-MM-DD`; without it no sunset has passed. */
  readonly today?: string;
  /** Is every value of the base's type one of the head's, and the other way round, at this place. */
  readonly widens: (at: ValuePlace, base: Shape, head: Shape) => Subtype;
  readonly narrows: (at: ValuePlace, base: Shape, head: Shape) => Subtype;
}

/** A law about one kind of event: it speaks or stays silent. */
export interface RuleOn<K extends EventKind> {
  readonly id: string;
  readonly on: K;
  readonly severity: Severity;
  readonly categories: readonly Category[];
  /** Ids of the rules of which one speaks when base and head change places. */
  readonly mirror?: string | readonly string[];
  readonly says: (event: EventOf<K>, context: RuleContext) => string | undefined;
  readonly help?: (event: EventOf<K>, context: RuleContext) => string | undefined;
  readonly explain: { readonly why: string; readonly bad?: string; readonly good?: string };
}

export type DiffRule = { [K in EventKind]: RuleOn<K> }[EventKind];
