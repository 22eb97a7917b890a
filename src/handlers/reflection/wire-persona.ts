import type { Persona as WirePersona } from "../../../generated/types.ts";
import type { Persona } from "../../services/graph/personas.ts";
import { dateTime } from "../instant.ts";

export function wirePersona({ memory, name, sourceIds }: Persona): WirePersona {
  const { id, title, content, namespace, version, updatedAt } = memory;
  const head = { id, entity_id: name, title, content, namespace, version };
  return { ...head, updated_at: dateTime(updatedAt), sources: [...sourceIds] };
}
