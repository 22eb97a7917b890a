/**
 * One kind of finding. The message names the thing in quotes and ends without a full stop; `explain` says why the rule
 * exists and shows a bad and a good YAML.
 */
export interface CodeRow {
  readonly severity: "error" | "warning" | "info";
  readonly message: (params: never) => string;
  readonly explain: {
    readonly why: string;
    readonly bad?: string;
    readonly good?: string;
    /** Where a rule about other people's software comes from: a specification, an issue, a vendor's page. */
    readonly source?: string;
    /** The day or month on which somebody looked at the source, as YYYY-MM-DD or YYYY-MM. */
    readonly checkedOn?: string;
  };
  /**
   * May `# pegboard-allow <code>: <reason>` silence it? Default: all but errors. An error that only tells of a limit or a
   * convention may say true; one after which nothing sensible can be generated may not.
   */
  readonly suppressible?: boolean;
  /** Findings of this code may carry a fix: where exactly one repair is right. */
  readonly fixable?: true;
}

export type CodeTable = { readonly [code: string]: CodeRow };
