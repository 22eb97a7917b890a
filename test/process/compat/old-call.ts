import type { JsonObject } from "../../../src/contract/json.ts";

/** A call under an old name, as old clients make it, and what it is today. */
export interface OldCall {
  readonly alias: string;
  readonly title: string;
  /** What was there before, by canonical calls; `keep` names the id of the result. */
  readonly given?: readonly Step[];
  /** There is an unlocked vault. */
  readonly vault?: boolean;
  readonly old: JsonObject;
  /** A part of the answer, in the form that old clients read. */
  readonly answers?: JsonObject;
  readonly tool: string;
  readonly now: JsonObject;
  /** Looks at what is there afterwards. */
  readonly after: { readonly call: string; readonly with: JsonObject; readonly shows: JsonObject };
  /** Old params that mean nothing any more. */
  readonly ignored?: readonly string[];
  /** Old params that were on their way out already. */
  readonly deprecatedParams?: readonly string[];
  /** What is said to both calls beside their result. */
  readonly says?: string;
}

export interface Step {
  readonly call: string;
  readonly with: JsonObject;
  readonly keep?: string;
}
