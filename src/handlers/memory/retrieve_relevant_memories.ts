import type {
  AdaptRetrieveRelevantMemories,
  AdaptRetrieveRelevantMemoriesResult,
} from "../../../generated/contracts/memory_recall.ts";
import { isJsonObject, type Json } from "../../contract/json.ts";
import { normaliseWorkspace, workspaceNamespace } from "../../services/namespaces/workspace.ts";
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
    namespace: workspaceNamespace(workspaceOf(old)),
    limit: limit < 1 ? defaultLimit : Math.min(limit, maxLimit),
    detail: "full",
    ...(tags.length === 0 ? {} : { tags }),
    ...(old.min_relevance === undefined ? {} : { min_score: Math.min(Math.max(old.min_relevance, 0), 1) }),
  };
};

export const retrieveRelevantMemoriesResult: AdaptRetrieveRelevantMemoriesResult = ({ memories, more }, old) => {
  const asked = (old.code_types ?? []).flatMap((codeType) => codeTypeTag(codeType) ?? []);
  // A namespace is not answered as an id: sent back, it would name another workspace.
  const workspaceId = normaliseWorkspace(workspaceOf(old));
  const found = memories.map((memory) => {
    const { id, content, tags = [], score = 0, updated_at, provenance } = memory;
    const codeType = tags.find((tag) => asked.includes(tag.toLowerCase()));
    return {
      id,
      content,
      context: contextOf(provenance?.metadata),
      keywords: [],
      tags,
      workspace_id: workspaceId,
      ...(codeType === undefined ? {} : { code_type: codeType }),
      relevance_score: score,
      match_reason: `${Math.round(score * 100)}% of the words found`,
      ...(provenance === undefined ? {} : { created_at: provenance.created_at }),
      ...(updated_at === undefined ? {} : { updated_at }),
    };
  });
  const message = "Nothing in this workspace matches: try other words, or a lower min_relevance";
  return { memories: found, total_found: found.length, more, ...(found.length === 0 ? { message } : {}) };
};

/** The older param is used where the newer one is blank. */
function workspaceOf(old: Parameters<AdaptRetrieveRelevantMemories>[0]): string {
  return old.workspace_id || old.project_filter || "";
}

/** What the caller of store_coding_memory wrote about it. */
function contextOf(metadata: Json | undefined): string {
  const { context } = isJsonObject(metadata) ? metadata : {};
  return typeof context === "string" ? context : "";
}
