import type { CountTokens } from "../../tokens/listing-cost.ts";
import type { ComparedCatalog, ComparedTool } from "../compared.ts";
import type { EventOf, Place } from "../event.ts";

/** Rules about what a change leads to; each is a row of `rules/consequences.ts`. */
export type ConsequenceRule =
  | "annotation-contradiction"
  | "description-gains-new-url"
  | "description-dangling-reference"
  | "token-cost-increased"
  | "handler-signature-changed"
  | "handler-orphaned"
  | "handler-missing"
  | "generated-symbol-collision";

export type Consequence = EventOf<"consequence">;

/** Both catalogs, and what was handed in to look at them. */
export interface Sides {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
  /** Without it costs are not judged. */
  readonly countTokens?: CountTokens;
  /** Hand-written files that are there, as `src/handlers/notes/note_create.ts`; absent: not known. */
  readonly handlers?: readonly string[];
  /** Those of them that pass calls on to another server, whatever their types: nothing is written by hand. */
  readonly forwards?: readonly string[];
}

/** A tool that is new, or differs from what it was. Tools that did not change are not looked at. */
export interface TouchedTool {
  readonly at: Place;
  readonly head: ComparedTool;
  /** Absent for a new one. */
  readonly base?: ComparedTool;
  /** Where the two differ. */
  readonly changed?: ReadonlySet<keyof ComparedTool>;
}

export function consequence(rule: ConsequenceRule, at: Place, message: string, help?: string | undefined): Consequence {
  return { kind: "consequence", at, rule, message, ...(help === undefined ? {} : { help }) };
}
