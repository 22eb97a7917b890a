import { ok } from "pegboard/runtime";
import type { MemoryPersona } from "../../../generated/contracts/memory_persona.ts";
import type { ToolHandler } from "../deps.ts";
import { invalidNamespace } from "../memory/invalid-namespace.ts";
import { wirePersona } from "./wire-persona.ts";

export const memoryPersona: ToolHandler<MemoryPersona> = async ({ entity_id: entity, namespace }, deps, call) => {
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const persona = await deps.graph(call.session?.agent).personas.of({ entity, namespace });
  return ok({ persona: persona === undefined ? null : wirePersona(persona) }, { where: `namespace ${namespace}` });
};
