import { ok } from "pegboard/runtime";
import type { MemoryExportReflection } from "../../../generated/contracts/memory_export_reflection.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { findMemory } from "../find.ts";
import { hasEnded, namedMemory, wireMemory } from "../memory/wire-memory.ts";

export const memoryExportReflection: ToolHandler<MemoryExportReflection> = async (input, deps, call) => {
  const agent = call.session?.agent;
  const found = await findMemory(deps.memories(agent), input.memory_id);
  if (!found.ok) return found;
  const { thing: memory } = found;
  const { id, title, namespace } = memory;
  const now = deps.now();
  if (hasEnded(memory, now)) return errors.memoryArchived({ memory: id, title });
  const { isReflection, depth, sources } = await deps.graph(agent).reflectionOf(memory);
  if (!isReflection) return errors.reflectionNotExported({ memory: id, title, problem: "it reflects on nothing" });
  const file = await (await deps.memoryFiles(agent)).fileOf(id);
  if (file?.text === undefined)
    return errors.reflectionNotExported({ memory: id, title, problem: "it is private or encrypted" });
  const where = `namespace ${namespace}`;
  if (input.format === "md") return ok({ content: file.text, suggested_filename: baseName(file.name) }, { where });
  const shared = sources.filter(({ scope, encrypted }) => scope !== "private" && !encrypted);
  const whole = { ...wireMemory(memory, now), reflection_depth: depth, reflects_on: shared.map(namedMemory) };
  const content = `${JSON.stringify(whole, undefined, 2)}\n`;
  return ok({ content, suggested_filename: baseName(file.name).replace(/\.md$/, ".json") }, { where });
};

/** Without folders: a client may write it anywhere. */
function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
