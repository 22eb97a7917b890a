import type { CountTokens } from "../../tokens/listing-cost.ts";
import type { ComparedCatalog, ComparedTool } from "../compared.ts";
import type { EventOf, Place } from "../event.ts";

/** Rules that speak of what a change leads to; each is a row of `rules/consequences.ts`. */
export type ConsequenceRule =
  | "tool-name-sanitised-collision"
  | "tool-name-over-client-limit"
  | "portability-lost"
  | "x-mcp-header-invalid"
  | "annotation-contradiction"
  | "description-gains-hidden-unicode"
  | "description-gains-model-directed-instruction"
  | "description-gains-new-url"
  | "description-dangling-reference"
  | "description-over-client-limit"
  | "example-invalid"
  | "near-duplicate-introduced"
  | "tool-count-crossed-client-limit"
  | "token-cost-increased"
  | "token-budget-exceeded"
  | "handler-signature-changed"
  | "handler-orphaned"
  | "handler-missing"
  | "generated-symbol-collision";

export type Consequence = EventOf<"consequence">;

/** Both catalogs, and what was handed in to look at them. */
export interface Sides {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
  /** Absent where nobody handed one in: then costs are not judged. */
  readonly countTokens?: CountTokens;
  /** Hand-written files that are there, as `src/handlers/notes/note_create.ts`; absent: nobody looked. */
  readonly handlers?: readonly string[];
}

/** A tool that is new, or differs from what it was. Tools that did not change are not looked at. */
export interface TouchedTool {
  readonly at: Place;
  readonly head: ComparedTool;
  /** Absent for a new one. */
  readonly base?: ComparedTool;
}

export function consequence(rule: ConsequenceRule, at: Place, message: string, help?: string | undefined): Consequence {
  return { kind: "consequence", at, rule, message, ...(help === undefined ? {} : { help }) };
}

/** Whoever serves a foreign list named neither the clients nor the server: what a new tool meets there is no break of anybody's. */
export function easedInLists(found: Consequence, { head, base }: Pick<TouchedTool, "head" | "base">): Consequence {
  if (head.listed === undefined || base !== undefined) return found;
  return { ...found, eased: "the tool is new, and a list does not name the clients that it is for" };
}
