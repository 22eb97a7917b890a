import type { FocusedPack, Pack as WirePack } from "../../../generated/types.ts";
import type { Pack } from "../../services/context/packs.ts";
import { dateTime } from "../instant.ts";

export function wirePack(pack: Pack): WirePack {
  return {
    id: pack.id,
    name: pack.name,
    type: pack.type,
    status: pack.status,
    description: pack.description,
    tags: pack.tags,
    memories_count: pack.memoriesCount,
    tasks_count: pack.tasksCount,
    created_by: pack.createdBy,
    created_at: dateTime(pack.createdAt),
    updated_at: dateTime(pack.updatedAt),
  };
}

export function focusedPack({ id, name, type, memoriesCount, tasksCount }: Pack): FocusedPack {
  return { id, name, type, memories_count: memoriesCount, tasks_count: tasksCount };
}
