import type { Memories } from "../../services/memories/stored-memories.ts";
import { findMemory } from "../find.ts";

type Missing = Extract<Awaited<ReturnType<typeof findMemory>>, { readonly ok: false }>;
type Thing = Extract<Awaited<ReturnType<typeof findMemory>>, { readonly ok: true }>["thing"];

/** All memories that the texts mean, or the error about the first that means none or several. */
export async function findMemories(
  memories: Memories,
  texts: readonly string[],
): Promise<{ readonly ok: true; readonly things: readonly Thing[] } | Missing> {
  const things: Thing[] = [];
  for (const text of texts) {
    const found = await findMemory(memories, text);
    if (!found.ok) return found;
    things.push(found.thing);
  }
  return { ok: true, things };
}
