/**
 * One kind of finding. The message names the thing in quotes and ends without a full stop; `why`, `bad` and `good` are
 * what `pegboard explain` shows: the reason for the rule, and an example in YAML that breaks it and one that keeps it.
 */
export interface CodeRow {
  readonly severity: "error" | "warning" | "info";
  readonly message: (params: never) => string;
  readonly why: string;
  readonly bad?: string;
  readonly good?: string;
  /** The origin of a rule about other software: a specification, an issue, a vendor's page. */
  readonly source?: string;
  /** The day or month on which the source was checked, as YYYY-MM-DD or YYYY-MM. */
  readonly checkedOn?: string;
  /**
   * May `# pegboard-allow <code>: <reason>` suppress it? Default: all but errors. An error about a limit or a convention
   * may say true; an error after which no sensible output is possible may not.
   */
  readonly suppressible?: boolean;
  /** Findings of this code may carry a fix, where exactly one fix is right. */
  readonly fixable?: true;
}

export type CodeTable = { readonly [code: string]: CodeRow };

type Unrated = Omit<CodeRow, "severity" | "fixable">;

// One function for each severity, so that a table shows it first and once.

export const error = <const Row extends Unrated>(row: Row) => ({ severity: "error", ...row }) as const;
export const warning = <const Row extends Unrated>(row: Row) => ({ severity: "warning", ...row }) as const;
export const info = <const Row extends Unrated>(row: Row) => ({ severity: "info", ...row }) as const;
export const fixableError = <const Row extends Unrated>(row: Row) => ({ ...error(row), fixable: true }) as const;
export const fixableWarning = <const Row extends Unrated>(row: Row) => ({ ...warning(row), fixable: true }) as const;

/** The same for a table of sources that were checked on one date; a row may have its own. */
export function checkedIn(date: string) {
  const dated = <const Row extends Unrated>(row: Row) => ({ ...row, checkedOn: row.checkedOn ?? date });
  return {
    error: <const Row extends Unrated>(row: Row) => error(dated(row)),
    warning: <const Row extends Unrated>(row: Row) => warning(dated(row)),
    info: <const Row extends Unrated>(row: Row) => info(dated(row)),
  };
}
