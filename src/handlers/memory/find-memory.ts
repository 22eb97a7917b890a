import type { Failure } from "pegboard/runtime";
import { errors } from "../../../generated/errors.ts";
import type { Memories } from "../../services/memories/memories.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";

export type FoundMemory =
  | { readonly ok: true; readonly memory: MemoryRow }
  | Failure<"MEMORY_NOT_FOUND" | "MEMORY_AMBIGUOUS">;

/** The one memory that a text means, or the error to answer with. */
export async function findMemory(memories: Memories, text: string): Promise<FoundMemory> {
  const found = await memories.find(text);
  switch (found.status) {
    case "found":
      return { ok: true, memory: found.memory };
    case "not_found":
      return errors.memoryNotFound({ memory: text });
    case "ambiguous":
      return errors.memoryAmbiguous({ memory: text, candidates: found.candidates });
  }
}
