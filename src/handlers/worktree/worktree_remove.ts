import { ok, type PreviewedHandler } from "pegboard/runtime";
import type { WorktreeRemove } from "../../../generated/contracts/worktree_remove.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import { wireHook } from "../db/wire-hooks.ts";
import type { Deps } from "../deps.ts";
import { openPlaces } from "./open-places.ts";
import { branchErrors } from "./worktree-errors.ts";

const removalErrors = { ...branchErrors, HOOK_FAILED: errors.hookFailed };

export const worktreeRemove: PreviewedHandler<WorktreeRemove, Deps> = {
  preview: (input, deps, call) =>
    attempt(removalErrors, async () => {
      const { worktrees } = await openPlaces(deps, input.project_root, call);
      return ok(await worktrees.describe(await worktrees.find(input.branch, call.signal), call.signal));
    }),
  run: (input, deps, call) =>
    attempt(removalErrors, async () => {
      const { workflows } = await openPlaces(deps, input.project_root, call);
      const { path, hooks } = await workflows.removeWorktree(input.branch, call);
      const kept = (await workflows.places()).find((one) => one.branch === input.branch)?.state.database;
      if (kept !== undefined && kept !== null) call.notice(`its database '${kept}' stays until the place is removed`);
      return ok({ path, hooks: hooks.map(wireHook) });
    }),
};
