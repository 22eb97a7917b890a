import type { Pack, RamoriePack } from "../../../generated/types.ts";

/** A pack holds no contexts of their own here: memories and tasks are in it directly. */
export function ramoriePack(pack: Pack): RamoriePack {
  const { id, name, type, status, description, tags, memories_count, tasks_count, created_at, updated_at } = pack;
  const facts = { id, name, type, status, description, tags };
  return { ...facts, contexts_count: 0, memories_count, tasks_count, created_at, updated_at };
}
