import type { AdaptAddMemory } from "../../../generated/contracts/memory_store.ts";

/** The old types as today's kinds. The old type is kept as a tag, so that it finds the memory as before. */
const kinds = {
  general: "observation",
  decision: "decision",
  bug_fix: "event",
  preference: "claim",
  pattern: "concept",
  reference: "entity",
} as const;

/** Old memories did not expire, so they go to the long tier. */
export const addMemory: AdaptAddMemory = (old) => ({
  project: old.project,
  content: old.content,
  tier: "long",
  ...(old.type === undefined ? {} : { kind: kinds[old.type], tags: [old.type] }),
  ...(old.force === undefined ? {} : { force: old.force }),
});
