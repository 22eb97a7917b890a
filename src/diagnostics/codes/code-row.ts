/**
 * One kind of finding. The message names the thing in quotes and ends without a full stop; `explain` says why the rule
 * exists and shows a bad and a good YAML.
 */
export interface CodeRow {
  readonly severity: "error" | "warning" | "info";
  readonly message: (params: never) => string;
  readonly explain: { readonly why: string; readonly bad?: string; readonly good?: string };
}

export type CodeTable = { readonly [code: string]: CodeRow };
