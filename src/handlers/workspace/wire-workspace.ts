import type { Workspace as WireWorkspace } from "../../../generated/types.ts";
import { controlInLine } from "../../services/namespaces/control-characters.ts";
import type { Workspace } from "../../services/workspaces/workspaces.ts";
import { dateTime } from "../instant.ts";

export function wireWorkspace({ id, name, description, namespace, memoryCount, ...times }: Workspace): WireWorkspace {
  const written = { created_at: dateTime(times.createdAt), updated_at: dateTime(times.updatedAt) };
  return { id, name, description, namespace, ...written, memory_count: memoryCount };
}

/** The first control character in what people read as one line. */
export function controlInNames(input: { readonly identifier: string; readonly name?: string }) {
  for (const param of ["identifier", "name"] as const) {
    const character = controlInLine(input[param] ?? "");
    if (character !== undefined) return { param, character };
  }
  return undefined;
}
