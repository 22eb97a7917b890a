import type { AdaptAddMemory } from "../../../generated/contracts/memory_store.ts";

/** What the old types meant, in today's kinds. The old word stays as a tag, so that it finds the memory as before. */
const kinds = {
  general: "observation",
  decision: "decision",
  bug_fix: "event",
  preference: "claim",
  pattern: "concept",
  reference: "entity",
} as const;

/** Memories of old lived for ever: they go to the long tier. */
export const addMemory: AdaptAddMemory = (old) => ({
  project: old.project,
  content: old.content,
  tier: "long",
  ...(old.type === undefined ? {} : { kind: kinds[old.type], tags: [old.type] }),
  ...(old.force === undefined ? {} : { force: old.force }),
});
