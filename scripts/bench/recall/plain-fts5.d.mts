import type { EvaluationSet } from "./evaluation-set.mjs";
import type { Answer } from "./figures.mjs";

export function askPlainFts5(set: Pick<EvaluationSet, "memories" | "questions">, limit: number): readonly Answer[];
