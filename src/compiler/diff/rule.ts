import type { Catalog } from "../catalog/catalog.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import type { Subtype } from "../schema/subtype.ts";
import type { Category, Severity } from "./change.ts";
import type { EventKind, EventOf, ValuePlace } from "./event.ts";

/** What a rule may ask besides its event. */
export interface RuleContext {
  readonly base: Catalog;
  readonly head: Catalog;
  /** `YYYY-MM-DD`; without it no sunset has passed. */
  readonly today?: string;
  /** Is every value of the base's type one of the head's, and the other way round, at this place. */
  readonly widens: (at: ValuePlace, base: TypeNode, head: TypeNode) => Subtype;
  readonly narrows: (at: ValuePlace, base: TypeNode, head: TypeNode) => Subtype;
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
