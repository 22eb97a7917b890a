import { isHostUnavailable } from "../../runtime/errors.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { Store } from "../../store/store.ts";
import type { Lookup } from "../names/look-up.ts";
import { findMemory } from "./browse-memories.ts";
import { countUse } from "./count-use.ts";
import { isLive, lengthened } from "./lifetime.ts";
import { writtenMemory } from "./memory-at.ts";

/** Longest delay of an answer by lengthening the life of what it shows. */
const lengtheningPatienceMs = 250;

export interface UsedMemory {
  readonly found: Lookup<MemoryRow>;
  /** Why its life could not be lengthened, as a sentence. */
  readonly unrecorded?: string;
}

/** Finds a memory to read it. A live one that ends lives longer by that; the answer does not depend on whether that succeeds. */
export async function useMemory(store: Store, text: string, now: number): Promise<UsedMemory> {
  const found = await findMemory(store, text);
  if (found.status !== "found") return { found };
  const memory = found.thing;
  if (!isLive(memory, now) || lengthened(memory, now) === memory.expiresAt) return { found };
  try {
    const thing = await store.write(
      async (rows) => {
        await countUse(rows, [memory.id], now);
        return writtenMemory(rows, memory.id);
      },
      { patienceMs: lengtheningPatienceMs },
    );
    return { found: { status: "found", thing } };
  } catch (error) {
    if (isHostUnavailable(error)) return { found, unrecorded: error.message };
    throw error;
  }
}
