import type { ProjectRow } from "../../store/project-rows.ts";
import { likest } from "../names/likeness.ts";
import { maxShown } from "../names/look-up.ts";

/** What `nearestProjects` reads. */
export interface ListedProjects {
  near(nameKey: string, limit: number): Promise<readonly ProjectRow[]>;
  list(list: { readonly limit: number }): Promise<readonly ProjectRow[]>;
}

/**
 * The names that a text may mean, the likest first, at most five. Where none is like it and there are no more than five, it is all of
 * them, the newest first: who gave a wrong name then needs no list.
 */
export async function nearestProjects(text: string, projects: ListedProjects): Promise<readonly string[]> {
  const alike = await likest(text, projects);
  if (alike.length > 0) return alike.map(({ thing }) => thing.name);
  const newest = await projects.list({ limit: maxShown + 1 });
  return newest.length > maxShown ? [] : newest.map(({ name }) => name);
}
