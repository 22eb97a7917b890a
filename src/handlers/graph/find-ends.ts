import type { Memories } from "../../services/memories/stored-memories.ts";
import { findMemories } from "../memory/find-memories.ts";

/** The two memories of a link or a path, or the error about the first that is not there. */
export async function findEnds(
  memories: Memories,
  { source_id, target_id }: { readonly source_id: string; readonly target_id: string },
) {
  const found = await findMemories(memories, [source_id, target_id]);
  if (!found.ok) return found;
  const [source, target] = found.things;
  if (source === undefined || target === undefined) throw new Error("invariant: each of two texts means a memory");
  return { ok: true, source, target } as const;
}
