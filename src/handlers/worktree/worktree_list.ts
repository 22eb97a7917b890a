import { ok } from "pegboard/runtime";
import type { WorktreeList } from "../../../generated/contracts/worktree_list.ts";
import { attempt } from "../attempt.ts";
import type { ToolHandler } from "../deps.ts";
import { openPlaces } from "./open-places.ts";
import { repositoryErrors } from "./worktree-errors.ts";

export const worktreeList: ToolHandler<WorktreeList> = (input, deps, call) =>
  attempt(repositoryErrors, async () => {
    const { worktrees, workflows } = await openPlaces(deps, input.project_root, call);
    const places = await workflows.places();
    const found = await worktrees.list(call.signal);
    return ok({
      worktrees: found.map(({ path, branch, isMain }) => {
        // What is checked out in it may have changed.
        const place = places.find((one) => one.state.path === path);
        const { database = null, port = null } = place?.state ?? {};
        return { path, branch: branch ?? "detached", is_main: isMain, database, port };
      }),
    });
  });
