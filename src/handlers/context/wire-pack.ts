import type { FocusedPack, PackContext as WireContext, Pack as WirePack } from "../../../generated/types.ts";
import type { Pack } from "../../services/context/pack.ts";
import type { PackContext } from "../../store/pack-rows.ts";
import { counted } from "../counted.ts";
import { dateTime } from "../instant.ts";

export function wirePack(pack: Pack): WirePack {
  const { id, name, type, status, description, tags } = pack;
  const facts = { id, name, type, status, description, tags };
  return {
    ...facts,
    contexts: [...pack.contexts],
    memories_count: pack.memoriesCount,
    tasks_count: pack.tasksCount,
    created_by: pack.createdBy,
    created_at: dateTime(pack.createdAt),
    updated_at: dateTime(pack.updatedAt),
  };
}

export function wireContext({ name, text, writtenBy, writtenAt }: PackContext): WireContext {
  return { name, text, written_by: writtenBy, written_at: dateTime(writtenAt) };
}

export function focusedPack({ id, name, type, contexts, memoriesCount, tasksCount }: Pack): FocusedPack {
  return { id, name, type, contexts_count: contexts.length, memories_count: memoriesCount, tasks_count: tasksCount };
}

/** "2 texts". */
export function textsOf({ contexts }: Pack): string {
  return counted(contexts.length, "text", "texts");
}

/** "2 memories and 1 task". */
export function contentsOf({ memoriesCount, tasksCount }: Pack): string {
  return `${counted(memoriesCount, "memory", "memories")} and ${counted(tasksCount, "task", "tasks")}`;
}
