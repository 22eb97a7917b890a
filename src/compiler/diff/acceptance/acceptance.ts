import type { Severity } from "../change.ts";

/**
 * What a project has let pass, and why: the content of `test/baseline/accepted.json`. It is written by `pegboard diff
 * --accept` or by hand, and reviewed like code.
 */
export interface Acceptances {
  readonly accepted: readonly Acceptance[];
  readonly levels: readonly LevelChange[];
}

/** One finding that may stay. */
export interface Acceptance {
  readonly fingerprint: string;
  /** Rule and subject of the finding, so that reviewers see what they agree to; they must be the finding's own. */
  readonly rule: string;
  readonly subject: string;
  readonly reason: string;
  /** Last day on which it holds, `YYYY-MM-DD`. */
  readonly until: string;
  /**
   * It was found beside something else than the baseline, such as the commit at which a branch began: what it changes may
   * never have been released, so a comparison with the baseline need not find it.
   */
  readonly unreleased?: true;
}

/** One rule has another level, everywhere or about one tool. */
export interface LevelChange {
  readonly rule: string;
  readonly tool?: string;
  readonly level: Level;
  readonly reason: string;
  /** Last day on which it holds, `YYYY-MM-DD`. */
  readonly until: string;
}

export const levels = ["err", "warn", "info", "ignore"] as const;
export type Level = (typeof levels)[number];

export const severityOf: Readonly<Record<Exclude<Level, "ignore">, Severity>> = {
  err: "ERR",
  warn: "WARN",
  info: "INFO",
};

export const noAcceptances: Acceptances = { accepted: [], levels: [] };
