import type { AdaptRetrieveRelevantMemories } from "../../../generated/contracts/memory_recall.ts";
import { workspaceNamespace } from "../../services/namespaces/workspace.ts";
import { codeTypeTag } from "./code-type.ts";

const defaultLimit = 5;
const maxLimit = 50;

/**
 * One workspace, never all. The minimum relevance is a share of the query words that must be found. Without one there is no
 * minimum: the old default was a distance of vectors and has no equivalent.
 */
export const retrieveRelevantMemories: AdaptRetrieveRelevantMemories = (old) => {
  const tags = (old.code_types ?? []).flatMap((codeType) => codeTypeTag(codeType) ?? []);
  const limit = old.max_results ?? 0;
  return {
    context: old.query,
    namespace: workspaceNamespace(old.workspace_id || old.project_filter || ""),
    limit: limit < 1 ? defaultLimit : Math.min(limit, maxLimit),
    detail: "full",
    ...(tags.length === 0 ? {} : { tags }),
    ...(old.min_relevance === undefined ? {} : { min_score: Math.min(Math.max(old.min_relevance, 0), 1) }),
  };
};
