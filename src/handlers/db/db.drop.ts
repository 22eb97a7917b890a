import type { AdaptDbDropResult } from "../../../generated/contracts/db_drop.ts";

export const dbDropResult: AdaptDbDropResult = ({ database }) => ({ database });
