import { ok } from "pegboard/runtime";
import type { MemoryConsolidate } from "../../../generated/contracts/memory_consolidate.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findMemories } from "../memory/find-memories.ts";
import { hiddenCharacter } from "../memory/hidden-character.ts";
import { invalidNamespace } from "../memory/invalid-namespace.ts";
import { noticeWordsAlone } from "./words-alone.ts";

export const memoryConsolidate: ToolHandler<MemoryConsolidate> = async (input, deps, call) => {
  const { title, summary, namespace } = input;
  const { agent } = call.session;
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const hidden = hiddenCharacter({ title });
  if (hidden !== undefined) return errors.controlCharacter(hidden);
  const found = await findMemories(deps.memories(agent), input.ids);
  if (!found.ok) return found;
  const ids = [...new Set(found.things.map(({ id }) => id))];
  const [first = ""] = ids;
  if (ids.length < 2) return errors.linkSame({ memory: first });

  const writer = writerOf(call.session);
  const request = { ids, title, summary, namespace, agentId: input.agent_id, writer };
  const outcome = await deps.upkeep(agent).consolidate(request, { signal: call.signal });
  switch (outcome.status) {
    case "not_found":
      return errors.memoryNotFound({ memory: outcome.id });
    case "archived":
      return errors.memoryArchived({ memory: outcome.memory.id, title: outcome.memory.title });
    case "title_taken":
      return errors.memoryExists({ namespace: outcome.memory.namespace, title, id: outcome.memory.id });
    case "private_owner":
      return errors.privateOwner({ agent });
  }
  const { memory, preview, method, isCut, lacksMetadata } = outcome;
  noticeWordsAlone(call, outcome);
  const warnings = [
    ...(isCut ? ["the summary lacks parts of the sources"] : []),
    ...(lacksMetadata ? ["the metadata of the sources are too large together and were left out"] : []),
  ];
  const undo = call.toolName("memory_consolidate_undo");
  if (undo !== undefined) call.notice(`${undo} brings the sources back`);
  const value = {
    id: memory.id,
    consolidated: ids.length,
    sources: ids,
    auto_summary: summary === undefined,
    summary_preview: preview,
    ...(warnings.length === 0 ? {} : { warning: `${warnings.join("; ")}; the archived sources hold all` }),
    method,
  };
  return ok(value, { where: `namespace ${memory.namespace}` });
};
