import type { Pack, RamoriePack } from "../../../generated/types.ts";

export function ramoriePack(pack: Pack): RamoriePack {
  const { id, name, type, status, description, tags, memories_count, tasks_count, created_at, updated_at } = pack;
  const facts = { id, name, type, status, description, tags };
  return { ...facts, contexts_count: pack.contexts.length, memories_count, tasks_count, created_at, updated_at };
}
