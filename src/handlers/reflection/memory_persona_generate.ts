import { ok } from "pegboard/runtime";
import type { MemoryPersonaGenerate } from "../../../generated/contracts/memory_persona_generate.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { hiddenCharacter } from "../memory/hidden-character.ts";
import { invalidNamespace, whereOf } from "../memory/invalid-namespace.ts";
import { wirePersona } from "./wire-persona.ts";

export const memoryPersonaGenerate: ToolHandler<MemoryPersonaGenerate> = async (input, deps, call) => {
  const { entity_id: entity } = input;
  const namespace = input.namespace ?? undefined;
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const hidden = hiddenCharacter({ title: entity });
  if (hidden !== undefined) return errors.controlCharacter({ ...hidden, param: "entity_id" });
  const request = { entity, namespace, writer: writerOf(call.session) };
  const outcome = await deps.graph(call.session.agent).personas.generate(request, { signal: call.signal });
  switch (outcome.status) {
    case "without_source":
      return errors.personaWithoutSource({ entity: outcome.name });
    case "title_taken":
      return errors.memoryExists({ namespace: outcome.namespace, title: outcome.title, id: outcome.id });
  }
  const value = {
    persona: wirePersona(outcome.persona),
    regenerated: outcome.status === "changed",
    namespace_scope: namespace ?? null,
    method: "words" as const,
  };
  return ok(value, { where: whereOf(namespace) });
};
