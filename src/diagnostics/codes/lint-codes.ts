import type { CodeTable } from "./code-row.ts";

/** Findings about taste, limits of clients, promises. */
export const lintCodes = {
  "lint-placeholder": {
    severity: "error",
    message: (p: { name: string }) => `'${p.name}'`,
    explain: { why: "" },
  },
} as const satisfies CodeTable;
