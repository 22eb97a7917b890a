import type { RamorieMemory, ShownMemory } from "../../../generated/types.ts";

/** A memory in the form of Ramorie. */
export function ramorieMemory(memory: ShownMemory): RamorieMemory {
  const { id, content, tags = [], updated_at, provenance, task_id } = memory;
  return {
    id,
    content,
    tags,
    ...(provenance === undefined ? {} : { created_at: provenance.created_at }),
    ...(updated_at === undefined ? {} : { updated_at }),
    is_encrypted: memory.encrypted === true,
    ...(memory.locked === true ? { locked: true } : {}),
    ...(task_id === undefined || task_id === null ? {} : { linked_task_id: task_id }),
  };
}
