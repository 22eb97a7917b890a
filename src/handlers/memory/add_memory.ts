import type { AdaptAddMemory, AdaptAddMemoryResult } from "../../../generated/contracts/memory_store.ts";
import { kindOfType } from "./kind-of-type.ts";
import { memoryTypeOf } from "./memory-type.ts";

/** Share of words in common from which a memory is not stored; a test holds it to the service's. */
const similarFrom = 0.85;

/** Old memories did not expire, so they go to the long tier. The type is kept as kind and as tag, so that both find it. */
export const addMemory: AdaptAddMemory = (old) => {
  const type = old.type ?? memoryTypeOf(old.content);
  return {
    project: old.project,
    content: old.content,
    tier: "long",
    kind: kindOfType[type],
    tags: [type],
    ...(old.force === undefined ? {} : { force: old.force }),
    ...(old.encryption_scope === undefined ? {} : { encryption_scope: old.encryption_scope }),
  };
};

export const addMemoryResult: AdaptAddMemoryResult = (
  { status, id, similar = [], encrypted = false, _context },
  old,
) => {
  if (id === null || status === "similar_exists") {
    return {
      status: "similar_exists",
      message: "Something almost the same is stored already; send force to store it all the same",
      similar_count: similar.length,
      similar_memories: similar.map((one) => ({ memory_id: one.id, content: one.title, similarity: one.similarity })),
      threshold: similarFrom,
      _context,
    };
  }
  const type = old.type ?? memoryTypeOf(old.content);
  return {
    id,
    content: old.content,
    tags: [type],
    type,
    _context,
    _created_in_project: old.project,
    _type: type,
    _type_auto_detected: old.type === undefined,
    _message: `Memory stored in '${old.project}'`,
    is_encrypted: encrypted,
    _encrypted: encrypted,
    ...(encrypted ? { _encryption_scope: "personal" } : {}),
  };
};
