import type { CodeTable } from "./code-row.ts";

/** Findings about names, references and values of a catalog. */
export const catalogCodes = {
  "catalog-placeholder": {
    severity: "error",
    message: (p: { name: string }) => `'${p.name}'`,
    explain: { why: "" },
  },
} as const satisfies CodeTable;
