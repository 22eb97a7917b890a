import type { AdaptRecall } from "../../../generated/contracts/memory_recall.ts";

const defaultLimit = 20;
const maxLimit = 50;

/** With a comma between words all had to be found, without one any. A negative limit meant no limit. */
export const recall: AdaptRecall = (old) => {
  const parts = old.term.split(",").filter((part) => part.trim() !== "");
  return {
    context: old.term,
    ...(old.project === undefined || old.project === "" ? {} : { project: old.project }),
    ...(old.tag === undefined || old.tag === "" ? {} : { tags: old.tag }),
    limit: limitOf(old.limit),
    detail: "full",
    ...(parts.length > 1 ? { min_score: 1 } : {}),
  };
};

function limitOf(limit: number | undefined): number {
  const whole = Math.trunc(limit ?? 0);
  if (whole === 0) return defaultLimit;
  return whole < 0 ? maxLimit : Math.min(whole, maxLimit);
}
