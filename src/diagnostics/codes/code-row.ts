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
