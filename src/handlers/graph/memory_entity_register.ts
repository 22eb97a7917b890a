import { ok } from "pegboard/runtime";
import type { MemoryEntityRegister } from "../../../generated/contracts/memory_entity_register.ts";
import { errors } from "../../../generated/errors.ts";
import { controlInName } from "../../services/namespaces/control-characters.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { invalidNamespace } from "../memory/invalid-namespace.ts";

export const memoryEntityRegister: ToolHandler<MemoryEntityRegister> = async (input, deps, call) => {
  const invalid = invalidNamespace(input.namespace);
  if (invalid !== undefined) return invalid;
  const { canonical_name: name, namespace, aliases, metadata, agent_id: agentId } = input;
  for (const [param, text] of [
    ["canonical_name", name],
    ...aliases.map((alias) => ["aliases", alias] as const),
  ] as const) {
    const character = controlInName(text);
    if (character !== undefined) return errors.controlCharacter({ param, character });
  }
  const writer = writerOf(call.session);
  const outcome = await deps
    .graph(call.session.agent)
    .register({ name, namespace, aliases, metadata, agentId, writer });
  switch (outcome.status) {
    case "taken":
      return errors.entityTaken({ name: outcome.name, namespace, id: outcome.by });
    case "metadata_too_large":
      return errors.metadataTooLarge({ problem: outcome.problem });
  }
  const { memory, aliases: names } = outcome.entity;
  const value = {
    entity_id: memory.id,
    canonical_name: memory.title,
    namespace,
    aliases: names.filter((alias) => alias !== memory.title),
    created: outcome.status === "created",
  };
  return ok(value, { where: `namespace ${namespace}` });
};
