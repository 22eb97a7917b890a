import { ok } from "pegboard/runtime";
import type { WorkflowCreate } from "../../../generated/contracts/workflow_create.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import { wireHook } from "../db/wire-hooks.ts";
import type { ToolHandler } from "../deps.ts";
import { openPlaces } from "../worktree/open-places.ts";
import { placeErrors } from "../worktree/worktree-errors.ts";

export const workflowCreate: ToolHandler<WorkflowCreate> = (input, deps, call) =>
  attempt({ ...placeErrors, DATABASE_NOT_FOUND: errors.databaseNotFound }, async () => {
    const { workflows } = await openPlaces(deps, input.project_root, call);
    const made = await workflows.create({ branch: input.branch, isNew: input.new_branch }, call);
    const { path, branch, database, source, port, hooks } = made;
    return ok({
      worktree_path: path,
      worktree_branch: branch,
      ...(database === null ? {} : { database_name: database }),
      ...(source === null ? {} : { cloned_from: source }),
      ...(port === null ? {} : { port }),
      hooks: hooks.map(wireHook),
    });
  });
