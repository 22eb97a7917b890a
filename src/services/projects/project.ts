import type { ProjectRow } from "../../store/project-rows.ts";
import { controlInLine } from "../namespaces/control-characters.ts";
import { namespaceProblem, slug } from "../namespaces/namespace.ts";

/** Times are milliseconds since 1970. */
export type Project = Omit<ProjectRow, "row" | "session">;

export function projectOf({ row: _row, session: _session, ...project }: ProjectRow): Project {
  return project;
}

/** The slug of a name, or why it can't name a project, in words. */
export function nameSlug(name: string): { readonly slug: string } | { readonly problem: string } {
  const control = controlInLine(name);
  if (control !== undefined) return { problem: `it contains the control character ${control}` };
  const word = slug(name);
  if (word === undefined) return { problem: "it contains no letter or digit" };
  const problem = namespaceProblem(`project/${word}`);
  return problem === undefined ? { slug: word } : { problem };
}
