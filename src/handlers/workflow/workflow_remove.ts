import { ok, type PreviewedHandler } from "pegboard/runtime";
import type { WorkflowRemove } from "../../../generated/contracts/workflow_remove.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import { wireHook } from "../db/wire-hooks.ts";
import type { Deps } from "../deps.ts";
import { openPlaces } from "../worktree/open-places.ts";
import { placeErrors } from "../worktree/worktree-errors.ts";

const removalErrors = { ...placeErrors, HOOK_FAILED: errors.hookFailed };

export const workflowRemove: PreviewedHandler<WorkflowRemove, Deps> = {
  preview: (input, deps, call) =>
    attempt(removalErrors, async () => {
      const { workflows } = await openPlaces(deps, input.project_root, call);
      return ok(await workflows.describeRemoval({ branch: input.branch, dropDatabase: input.drop_db }, call));
    }),
  run: (input, deps, call) =>
    attempt(removalErrors, async () => {
      const { workflows } = await openPlaces(deps, input.project_root, call);
      const gone = await workflows.remove({ branch: input.branch, dropDatabase: input.drop_db }, call);
      const { path, database, removed, hooks } = gone;
      return ok({
        worktree_path: path,
        ...(database === null ? {} : { database_name: database }),
        removed,
        hooks: hooks.map(wireHook),
      });
    }),
};
