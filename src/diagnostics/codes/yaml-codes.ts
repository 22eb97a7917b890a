import type { CodeTable } from "./code-row.ts";

/** Findings about the text itself. */
export const yamlCodes = {
  "yaml-placeholder": {
    severity: "error",
    message: (p: { name: string }) => `'${p.name}'`,
    explain: { why: "" },
  },
} as const satisfies CodeTable;
