import type { Case } from "./cases.mjs";

export function wrongIn(
  one: Pick<Case, "wants" | "status" | "ends">,
  outcome: {
    readonly answers: readonly object[];
    readonly noise: readonly string[];
    readonly alive?: boolean;
    readonly status?: number;
    readonly code?: number | string;
  },
): string | undefined;
