import type { Session } from "pegboard/runtime";
import { errors } from "../../../generated/errors.ts";
import type { Deps } from "../deps.ts";
import { findProject, foundOr } from "../find.ts";

/** The one decision that a text means, of a project where one is named. */
export async function findDecision(
  { decisions, projects }: Pick<Deps, "decisions" | "projects">,
  decision: string,
  project: string | undefined,
  session: Session | undefined,
) {
  const place = project === undefined ? undefined : await findProject(projects, project, session);
  if (place?.ok === false) return place;
  return foundOr(
    await decisions.find(decision, place?.thing.id),
    () => errors.decisionNotFound({ decision }),
    (candidates) => errors.decisionAmbiguous({ decision, candidates }),
  );
}
