import type { Case } from "./cases.mjs";
import type { Started } from "./ours.mjs";

export interface Play {
  readonly case: Case;
  readonly transport: "stdio" | "http";
  readonly wrong: string | undefined;
}

export function playStdio(server: Started, cases: readonly Case[], patienceMs: number): Promise<readonly Play[]>;
