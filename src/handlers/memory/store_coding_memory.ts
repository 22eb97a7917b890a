import type {
  AdaptStoreCodingMemory,
  AdaptStoreCodingMemoryResult,
} from "../../../generated/contracts/memory_store.ts";
import { workspaceNamespace } from "../../services/namespaces/workspace.ts";
import { codeTypeTag } from "./code-type.ts";

/**
 * A workspace is a namespace; the older param is used where the newer one is blank. The caller's context is kept in the metadata,
 * where searches find it. The old tool stored everything without expiry, and so does this.
 */
export const storeCodingMemory: AdaptStoreCodingMemory = (old) => {
  const tag = codeTypeTag(old.code_type);
  const context = old.context === "" ? undefined : old.context;
  return {
    namespace: workspaceNamespace(old.workspace_id || old.project_path || ""),
    content: old.content,
    tier: "long",
    ...(tag === undefined ? {} : { tags: [tag] }),
    ...(context === undefined ? {} : { metadata: { context } }),
    force: true,
  };
};

/** Neither keywords nor links are made here: words are found by their text. */
export const storeCodingMemoryResult: AdaptStoreCodingMemoryResult = ({ id }, old) => {
  const tag = codeTypeTag(old.code_type);
  return {
    memory_id: id,
    keywords: [],
    tags: tag === undefined ? [] : [tag],
    links_created: 0,
    event_emitted: false,
  };
};
