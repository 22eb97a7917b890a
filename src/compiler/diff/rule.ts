import type { Json } from "../../contract/json.ts";
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
  readonly message: (event: EventOf<K>, context: RuleContext) => string | undefined;
  readonly help?: (event: EventOf<K>, context: RuleContext) => string | undefined;
  /**
   * What the change is, besides rule and subject, for its fingerprint: values before and after. Only where the event's own
   * values are not the ones that are meant (`fingerprint.ts`).
   */
  readonly values?: (event: EventOf<K>, context: RuleContext) => Json;
  /**
   * Keys from the event's place to what the rule is about, e.g. `["tier"]`: findings point there, where that was written
   * down, else at the place itself.
   */
  readonly points?: readonly string[] | ((event: EventOf<K>) => readonly string[]);
  /** "none": it is about meaning, not about what is accepted, so no comparison is asked and no witness can show it. */
  readonly proof?: "none";
  /** An instance that shows the break where no comparison is asked for it: arguments, or a result. */
  readonly shows?: (event: EventOf<K>, context: RuleContext) => Json | undefined;
  /** Why a break is only a warning here, e.g. that nobody asserts formats; undefined: it is one. */
  readonly eases?: (event: EventOf<K>, context: RuleContext) => string | undefined;
  /** Touches nobody; printed with `--all` only, and never asks for more than a patch. */
  readonly hidden?: true;
  /**
   * The id under which the finding was made before rules were put together: fingerprints are made with it, so that findings
   * that people accepted stay accepted (`former-rules.ts`).
   */
  readonly former?: (event: EventOf<K>) => string;
  readonly explain: { readonly why: string; readonly bad?: string; readonly good?: string };
}

export type DiffRule = { [K in EventKind]: RuleOn<K> }[EventKind];
