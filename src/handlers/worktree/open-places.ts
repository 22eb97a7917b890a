import type { CallContext } from "pegboard/runtime";
import type { PlacesOfProject } from "../../services/project-places/project-places.ts";
import type { Deps } from "../deps.ts";

/** Opens what a folder of code has; what a crash has left of a place is offered to the caller. */
export async function openPlaces(deps: Deps, folder: string | undefined, call: CallContext): Promise<PlacesOfProject> {
  const opened = await (await deps.places()).worktrees(folder);
  for (const { branch, status } of await opened.workflows.interrupted()) {
    call.notice(
      `work on the place of '${branch}' was interrupted (${status}); removing the place of this branch undoes it`,
    );
  }
  return opened;
}
