import type { Project, RamorieProject } from "../../../generated/types.ts";

export function ramorieProject({ id, name, description, created_at }: Project): RamorieProject {
  return { id, name, description, created_at };
}
