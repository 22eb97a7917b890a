import { ok } from "pegboard/runtime";
import type { MemoryEntityGetByAlias } from "../../../generated/contracts/memory_entity_get_by_alias.ts";
import type { ToolHandler } from "../deps.ts";
import { invalidNamespace, whereOf } from "../memory/invalid-namespace.ts";

export const memoryEntityGetByAlias: ToolHandler<MemoryEntityGetByAlias> = async (input, deps, call) => {
  const invalid = invalidNamespace(input.namespace);
  if (invalid !== undefined) return invalid;
  const where = whereOf(input.namespace);
  const entity = await deps.graph(call.session?.agent).named(input.alias, input.namespace);
  if (entity === undefined) {
    return ok({ found: false, entity_id: null, canonical_name: null, namespace: null, aliases: [] }, { where });
  }
  const { id, title, namespace } = entity.memory;
  const aliases = entity.aliases.filter((alias) => alias !== title);
  return ok({ found: true, entity_id: id, canonical_name: title, namespace, aliases }, { where });
};
