import { ok } from "pegboard/runtime";
import type { WorktreeCreate } from "../../../generated/contracts/worktree_create.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import { wireHook } from "../db/wire-hooks.ts";
import type { ToolHandler } from "../deps.ts";
import { openPlaces } from "./open-places.ts";
import { branchErrors } from "./worktree-errors.ts";

export const worktreeCreate: ToolHandler<WorktreeCreate> = (input, deps, call) =>
  attempt({ ...branchErrors, WORKFLOW_FAILED: errors.workflowFailed }, async () => {
    const { workflows } = await openPlaces(deps, input.project_root, call);
    const { branch, new_branch: isNew } = input;
    const { path, hooks } = await workflows.createWorktree({ branch, isNew }, call);
    return ok({ path, branch, hooks: hooks.map(wireHook) });
  });
