import type { AdaptStoreCodingMemory } from "../../../generated/contracts/memory_store.ts";
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
