import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows } from "../../store/store.ts";

/** The memory with this whole id, archived or not. */
export async function memoryAt({ memories }: ReadableRows, id: string): Promise<MemoryRow | undefined> {
  const [memory] = await memories.byIds([id]);
  return memory;
}

/** The memory that was written in this transaction. */
export async function writtenMemory(rows: ReadableRows, id: string): Promise<MemoryRow> {
  const memory = await memoryAt(rows, id);
  if (memory === undefined) throw new Error(`invariant: memory ${id} was written a moment ago`);
  return memory;
}
