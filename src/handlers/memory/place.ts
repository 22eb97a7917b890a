import type { Failure, Session } from "pegboard/runtime";
import { errors } from "../../../generated/errors.ts";
import { type PlaceNames, placeOf } from "../../services/namespaces/namespace.ts";
import type { Project } from "../../services/projects/project.ts";
import type { Projects } from "../../services/projects/projects.ts";
import { findProject } from "../find.ts";

export type FoundPlace =
  | {
      readonly ok: true;
      /** undefined: none was given. */
      readonly namespace: string | undefined;
      /** The same for people; undefined with it. */
      readonly where: string | undefined;
      /** The project that was named. */
      readonly project?: Project | undefined;
    }
  | Failure<"NAMESPACE_INVALID" | "NAMESPACE_CONFLICT" | "PROJECT_NOT_FOUND" | "PROJECT_AMBIGUOUS">;

/**
 * The place that a namespace, a project or both name, or the error to answer with. The project must exist; with both, the namespace
 * must be the project's or below it.
 */
export async function findPlace(
  projects: Projects,
  given: PlaceNames,
  session: Session | undefined,
): Promise<FoundPlace> {
  const found = given.project === undefined ? undefined : await findProject(projects, given.project, session);
  if (found?.ok === false) return found;
  const place = placeOf({ namespace: given.namespace, project: found?.thing.slug });
  switch (place.kind) {
    case "invalid":
      return errors.namespaceInvalid({ namespace: place.given, problem: place.problem });
    case "conflict":
      return errors.namespaceConflict({ namespace: place.namespace, project: given.project ?? place.project });
    case "anywhere":
      return { ok: true, namespace: undefined, where: undefined };
    case "place": {
      const where = found === undefined ? `namespace ${place.namespace}` : `project ${found.thing.name}`;
      return { ok: true, namespace: place.namespace, where, project: found?.thing };
    }
  }
}
