import type { AdaptGetStatsResult } from "../../../generated/contracts/project_stats.ts";

export const getStatsResult: AdaptGetStatsResult = ({ tasks: { total, todo, in_progress, completed } }) => ({
  total,
  todo,
  in_progress,
  completed,
});
