import type { AdaptFind } from "../../../generated/contracts/memory_recall.ts";
import { oldLimit } from "../old-page.ts";
import { kindOfType } from "./kind-of-type.ts";

const defaultLimit = 20;
const maxLimit = 50;

/** What is empty did not filter. */
export const find: AdaptFind = ({ term, project, tags = [], types = [], limit }) => ({
  context: term,
  limit: oldLimit(limit, maxLimit, defaultLimit),
  ...(project === undefined || project === "" ? {} : { project }),
  ...(tags.length === 0 ? {} : { tags }),
  ...(types.length === 0 ? {} : { kinds: types.map((type) => kindOfType[type]) }),
});
