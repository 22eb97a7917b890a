import type { CodeTable } from "./code-row.ts";

/** Findings about files, handlers and generated output. */
export const projectCodes = {
  "project-placeholder": {
    severity: "error",
    message: (p: { name: string }) => `'${p.name}'`,
    explain: { why: "" },
  },
} as const satisfies CodeTable;
