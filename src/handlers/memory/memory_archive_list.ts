import { ok, okList } from "pegboard/runtime";
import type { MemoryArchiveList } from "../../../generated/contracts/memory_archive_list.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { wirePage } from "../page.ts";
import { findPlace } from "./place.ts";
import { archivedMemory } from "./wire-memory.ts";

export const memoryArchiveList: ToolHandler<MemoryArchiveList> = async (input, deps, call) => {
  const place = await findPlace(deps.projects, input, call.session);
  if (!place.ok) return place;
  const { limit, offset, cursor } = input;
  const page = await deps
    .memories(call.session?.agent)
    .archive.list({ namespace: place.namespace, limit, offset, cursor });
  if ("status" in page) return errors.cursorInvalid({});
  const where = place.where ?? "all namespaces";
  return okList(page.items.length, (count) => ok(wirePage(page.first(count), archivedMemory), { where }));
};
