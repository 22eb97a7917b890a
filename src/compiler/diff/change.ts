import type { Json } from "../../contract/json.ts";
import type { Span } from "../../diagnostics/source-file.ts";

/** ERR: a proved break. WARN: dangerous, or it can't be decided. INFO: compatible. */
export type Severity = "ERR" | "WARN" | "INFO";

/**
 * Who is affected. CALL: senders of calls with a remembered schema; RESULT: readers of structured results; POLICY:
 * approvals and read-only modes; CATALOG: profiles, tiers, families; SOURCE: handlers and typed clients; PROMPT: the
 * model that reads the texts; LIFE: promises about deprecation and versions.
 */
export const categories = ["CALL", "RESULT", "POLICY", "CATALOG", "SOURCE", "PROMPT", "LIFE"] as const;
export type Category = (typeof categories)[number];

/** One difference between two catalogs, judged. */
export interface Change {
  /** Id of the rule that found it. */
  readonly id: string;
  /** What of a type changed, for the rules about values: "max-length". */
  readonly facet?: string;
  /** The name that this very change had before rules were put together; files with it are still understood. */
  readonly former?: string;
  readonly severity: Severity;
  readonly categories: readonly Category[];
  /** The tool it belongs to; absent for the catalog's own parts. */
  readonly tool?: string;
  /** What changed, for people: "note_create.tags[]" or "profile core". */
  readonly subject: string;
  readonly message: string;
  readonly help?: string;
  /** Arguments or a result that one side accepts and the other refuses; both validators agreed. */
  readonly witness?: Json;
  /** The witness is still taken, because the object is open: what it says is passed over in silence. */
  readonly isIgnored?: true;
  /** Why the severity is not the rule's own. */
  readonly note?: string;
  /** In the head's YAML, or in the base's text for what is gone; absent where neither is known. */
  readonly span?: Span;
  /** Stands in for the span: the file and the JSON Pointer into it. */
  readonly path: string;
  /** Whose text `span` and `path` are about. */
  readonly side: "base" | "head";
  /** For what is gone: the nearest thing in the head's YAML that is still there, such as the tool that lost a param. */
  readonly nearest?: Span;
  /** What callers do about it: "call 'note_find' instead". */
  readonly migration?: string;
  /** Explains a difference that affects no caller; printed only for those who ask, and never at the gate. */
  readonly hidden?: true;
  /** A person let it pass, until the end of that day (`YYYY-MM-DD`). It does not fail the gate. */
  readonly accepted?: { readonly reason: string; readonly until: string };
  /** A person gave the rule another level here, until the end of that day. */
  readonly levelled?: { readonly from: Severity; readonly reason: string; readonly until: string };
  /** 12 hexadecimal digits of rule, subject and values: the same change keeps its name from run to run. */
  readonly fingerprint: string;
}

export type Bump = "none" | "patch" | "minor" | "major";

export interface DiffReport {
  /** Most severe first, then by subject and rule. */
  readonly changes: readonly Change[];
  /** By severity, without what is accepted or hidden. */
  readonly counts: { readonly [S in Severity]: number } & { readonly accepted: number; readonly hidden: number };
  /** The least version bump that the changes ask for, seen from the base's version. */
  readonly required: Bump;
  readonly baseVersion: string;
  readonly headVersion: string;
}
