import { ok } from "pegboard/runtime";
import type { PackGet } from "../../../generated/contracts/pack_get.ts";
import type { ToolHandler } from "../deps.ts";
import { findPack } from "../find.ts";
import { memoryPreview } from "../memory/wire-memory.ts";
import { taskPreview } from "../task/wire-task.ts";
import { wireContext, wirePack } from "./wire-pack.ts";

const contentsLimit = 100;

export const packGet: ToolHandler<PackGet> = async (input, deps, call) => {
  const found = await findPack(deps.packs, input.pack);
  if (!found.ok) return found;
  const pack = found.thing;
  const { memoryIds, taskIds } = await deps.packs.contents(pack.id, contentsLimit);
  const contexts = await deps.packs.contextsOf(pack.id, contentsLimit);
  const memories = await deps.memories(call.session?.agent).byIds(memoryIds);
  const tasks = await deps.tasks.byIds(taskIds, call.session?.agent);
  const value = {
    ...{ pack: wirePack(pack), contexts: contexts.map(wireContext) },
    ...{ memories: memories.map(memoryPreview), tasks: tasks.map(taskPreview) },
  };
  return ok(value, { where: `pack ${pack.name}` });
};
