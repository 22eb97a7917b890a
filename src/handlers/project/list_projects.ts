import type { AdaptListProjectsResult } from "../../../generated/contracts/project_list.ts";
import { ramorieProject } from "./ramorie-project.ts";

export const listProjectsResult: AdaptListProjectsResult = ({ items, count, _context }) => ({
  items: items.map(ramorieProject),
  count,
  _context,
});
