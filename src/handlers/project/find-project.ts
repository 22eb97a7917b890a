import type { Failure } from "pegboard/runtime";
import { errors } from "../../../generated/errors.ts";
import type { Project, Projects } from "../../services/projects/projects.ts";

export type FoundProject =
  | { readonly ok: true; readonly project: Project }
  | Failure<"PROJECT_NOT_FOUND" | "PROJECT_AMBIGUOUS">;

/** The one project that a text means, or the error to answer with. A text without a match never means all. */
export async function findProject(projects: Projects, text: string): Promise<FoundProject> {
  const found = await projects.find(text);
  switch (found.status) {
    case "found":
      return { ok: true, project: found.project };
    case "not_found":
      return errors.projectNotFound({ project: text, candidates: found.candidates });
    case "ambiguous":
      return errors.projectAmbiguous({ project: text, candidates: found.candidates });
  }
}
