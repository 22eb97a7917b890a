import type { Case } from "./cases.mjs";
import type { Started } from "./ours.mjs";
import type { Play } from "./stdio.mjs";

export function playHttp(server: Started, cases: readonly Case[], patienceMs: number): Promise<readonly Play[]>;
