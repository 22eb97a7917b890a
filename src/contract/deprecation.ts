/** The deprecation of a tool, a param, an enum value, an alias or an error. Dates are `YYYY-MM-DD`. */
export interface Deprecation {
  /** Catalog version that announced it. */
  readonly since: string;
  /** First day on which it may be removed. */
  readonly sunset?: string;
  /** Canonical name to use instead. */
  readonly replacedBy?: string;
  readonly reason?: string;
}
