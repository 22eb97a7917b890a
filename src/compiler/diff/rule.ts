import type { Json } from "../../contract/json.ts";
import type { Subtype } from "../schema/subtype.ts";
import type { Category, Severity } from "./change.ts";
import type { ComparableType } from "./comparable-type.ts";
import type { ComparedCatalog, ComparedTool } from "./compared.ts";
import type { DiffEvent, EventKind, EventOf, ValuePlace } from "./event.ts";

/** Texts that do not fit are refused; formats are mere words; those that Zod knows are checked, and no others. */
export const formatReadings = ["assert", "annotate", "zod"] as const;
export type Formats = (typeof formatReadings)[number];

/** What a rule may ask besides its event. */
export interface RuleContext {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
  /** `YYYY-MM-DD`; without it no sunset has passed. */
  readonly today?: string;
  /** What the servers of lists do with formats; without it that is seen from their schemas. */
  readonly formats?: Formats;
  /** Is every value of the base's type one of the head's, and the other way round, at this place. */
  readonly widens: (at: ValuePlace, base: ComparableType, head: ComparableType) => Subtype;
  readonly narrows: (at: ValuePlace, base: ComparableType, head: ComparableType) => Subtype;
}

/** What every rule has, whatever it looks at. */
interface RuleFacts {
  /** Ids of the rules of which one finds something when base and head change places. */
  readonly mirror?: string | readonly string[];
  /** "none": it is about meaning, not about what is accepted, so no comparison is asked and no witness can show it. */
  readonly proof?: "none";
  /** Affects no caller; printed with `--all` only, and never asks for more than a patch. */
  readonly hidden?: true;
  /** Of two tools: where these do not differ, it finds nothing, whatever else does. So it is not asked. */
  readonly reads?: readonly (keyof ComparedTool)[];
  readonly explain: { readonly why: string; readonly bad?: string; readonly good?: string };
}

/** A rule about one kind of event: it finds something in it or nothing. */
interface RuleSpec<K extends EventKind> extends RuleFacts {
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
  /** An instance that shows the break where no comparison is asked for it: arguments, or a result. */
  readonly shows?: (event: EventOf<K>, context: RuleContext) => Json | undefined;
  /** Why a break is only a warning here, e.g. that few clients assert formats; undefined: it is one. */
  readonly eases?: (event: EventOf<K>, context: RuleContext) => string | undefined;
  /**
   * The id under which the finding was made before rules were put together: fingerprints are made with it, so that findings
   * that people accepted stay accepted (`former-rules.ts`).
   */
  readonly former?: (event: EventOf<K>) => string;
  /** Which of several things it is about: the finding is named "rule/facet" in files. */
  readonly facet?: (event: EventOf<K>) => string;
  /** Who is affected besides those of the rule's categories. */
  readonly also?: (event: EventOf<K>) => readonly Category[];
}

/** What a rule found in an event. */
export interface Match {
  readonly message: string;
  readonly help?: string | undefined;
  readonly values?: Json | undefined;
  readonly points?: readonly string[] | undefined;
  readonly shown?: Json | undefined;
  readonly eased?: string | undefined;
  readonly former?: string | undefined;
  readonly facet?: string | undefined;
  readonly also?: readonly Category[] | undefined;
}

export interface DiffRule extends RuleFacts {
  readonly id: string;
  /** The kind of event that it looks at. */
  readonly on: EventKind;
  readonly severity: Severity;
  readonly categories: readonly Category[];
  readonly match: (event: DiffEvent, context: RuleContext) => Match | undefined;
}

/** One row of the tables in `rules/`: its id, the events it looks at, how grave it is, and who is affected. */
export function rule<K extends EventKind>(
  id: string,
  on: K,
  severity: Severity,
  categories: readonly Category[],
  { mirror, proof, hidden, reads, explain, ...spec }: RuleSpec<K>,
): DiffRule {
  return {
    id,
    on,
    severity,
    categories,
    ...(mirror === undefined ? {} : { mirror }),
    ...(proof === undefined ? {} : { proof }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(reads === undefined ? {} : { reads }),
    explain,
    match: (event, context) => (isOf(event, on) ? matchOf(spec, event, context) : undefined),
  };
}

function isOf<K extends EventKind>(event: DiffEvent, kind: K): event is EventOf<K> {
  return event.kind === kind;
}

function matchOf<K extends EventKind>(
  spec: Omit<RuleSpec<K>, keyof RuleFacts>,
  event: EventOf<K>,
  context: RuleContext,
): Match | undefined {
  const message = spec.message(event, context);
  return message === undefined
    ? undefined
    : {
        message,
        help: spec.help?.(event, context),
        values: spec.values?.(event, context),
        points: typeof spec.points === "function" ? spec.points(event) : spec.points,
        shown: spec.shows?.(event, context),
        eased: spec.eases?.(event, context),
        former: spec.former?.(event),
        facet: spec.facet?.(event),
        also: spec.also?.(event),
      };
}
