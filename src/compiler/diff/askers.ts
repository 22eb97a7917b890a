import type { DiffReport } from "./change.ts";

/**
 * Who asks for a version: "1 break and 2 warnings ask for"; compatible changes are counted where there is nothing worse.
 * @param counts of what callers see
 */
export function askers({ ERR, WARN, INFO }: Pick<DiffReport["counts"], "ERR" | "WARN" | "INFO">): string {
  if (ERR + WARN + INFO === 0) return "what only handlers notice asks for";
  const parts = [
    ...(ERR === 0 ? [] : [`${ERR} ${ERR === 1 ? "break" : "breaks"}`]),
    ...(WARN === 0 ? [] : [`${WARN} ${WARN === 1 ? "warning" : "warnings"}`]),
    ...(ERR + WARN > 0 ? [] : [`${INFO} ${INFO === 1 ? "addition or other change" : "additions and other changes"}`]),
  ];
  return `${parts.join(" and ")} ${ERR + WARN + (ERR + WARN > 0 ? 0 : INFO) === 1 ? "asks" : "ask"} for`;
}
