import { ok } from "pegboard/runtime";
import type { WorkspaceRetrieve } from "../../../generated/contracts/workspace_retrieve.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { wireWorkspace } from "./wire-workspace.ts";

export const workspaceRetrieve: ToolHandler<WorkspaceRetrieve> = async ({ identifier }, deps, call) => {
  const workspace = await deps.workspaces(call.session?.agent).find(identifier);
  if (workspace === undefined) return errors.workspaceNotFound({ workspace: identifier });
  return ok({ workspace: wireWorkspace(workspace), created: false }, { where: `workspace ${workspace.name}` });
};
