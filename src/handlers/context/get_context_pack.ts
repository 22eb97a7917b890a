import type { AdaptGetContextPackResult } from "../../../generated/contracts/pack_get.ts";
import { ramoriePriority, ramorieStatus } from "../task/ramorie-task.ts";
import { ramoriePack } from "./ramorie-pack.ts";

export const getContextPackResult: AdaptGetContextPackResult = ({ pack, contexts, memories, tasks }) => ({
  ...ramoriePack(pack),
  memory_ids: memories.map(({ id }) => id),
  task_ids: tasks.map(({ id }) => id),
  contexts: contexts.map(({ name, text }) => ({ id: name, name, content: text })),
  memories: memories.map(({ id, preview, updated_at }) => ({ id, content: preview, updated_at })),
  tasks: tasks.map(({ id, title, status, priority }) => ({
    id,
    title,
    status: ramorieStatus[status],
    priority: ramoriePriority[priority],
  })),
});
