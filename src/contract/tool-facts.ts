/** Facts about a tool that compiler and runtime share. */

/** Whether a call needs an open session. */
export type SessionNeed = "none" | "optional" | "required";

/** Whether a caller may, or must, start a call as a task and read its result later. */
export type TaskSupport = "optional" | "required";

/** What a call may change; the annotations of the tool are derived from it. */
export interface Effects {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

/** When a call must carry `confirm: true`. Without `when`: always. */
export interface Confirmation {
  readonly when?: { readonly [param: string]: string | readonly string[] };
  /** Placeholders `{param}` are filled from the arguments: what exactly would be destroyed. */
  readonly message: string;
  /** Placeholder → param, where callers spell the param otherwise. */
  readonly spelled?: { readonly [placeholder: string]: string };
  /** The handler says at each call what would be destroyed; `message` is for readers of the catalog then. */
  readonly preview?: true;
}

/** Which action of a multi-action tool needs and reads which params. */
export interface ActionTable {
  readonly by: string;
  readonly cases: readonly ActionCase[];
}

/** What one action does. */
export type ActionEffect = "reads" | "changes" | "destroys";

export interface ActionCase {
  readonly action: string;
  /** Absent: what the tool's effects say. */
  readonly effect?: ActionEffect;
  readonly summary?: string;
  readonly requires: readonly string[];
  readonly optional: readonly string[];
}
