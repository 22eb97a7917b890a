import { ok } from "pegboard/runtime";
import type { MemoryAutoTag } from "../../../generated/contracts/memory_auto_tag.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findMemory } from "../find.ts";
import { noticeWordsAlone } from "./words-alone.ts";

export const memoryAutoTag: ToolHandler<MemoryAutoTag> = async (input, deps, call) => {
  const { agent } = call.session;
  const found = await findMemory(deps.memories(agent), input.id);
  if (!found.ok) return found;
  const request = { id: found.thing.id, writer: writerOf(call.session) };
  const outcome = await deps.upkeep(agent).tag(request, { signal: call.signal });
  switch (outcome.status) {
    case "not_found":
      return errors.memoryNotFound({ memory: input.id });
    case "archived":
      return errors.memoryArchived({ memory: outcome.memory.id, title: outcome.memory.title });
    case "encrypted": {
      const { id, tags, namespace } = outcome.memory;
      call.notice("no tag was made: it is encrypted, and tags are not");
      const unchanged = { id, new_tags: [], all_tags: [...tags], archived: null, method: "words" as const };
      return ok(unchanged, { where: `namespace ${namespace}` });
    }
  }
  const { memory, added, replaced, method } = outcome;
  noticeWordsAlone(call, outcome);
  const value = {
    id: memory.id,
    new_tags: [...added],
    all_tags: [...memory.tags],
    archived: replaced ?? null,
    method,
  };
  return ok(value, { where: `namespace ${memory.namespace}` });
};
