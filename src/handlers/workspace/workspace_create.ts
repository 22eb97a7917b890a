import { ok } from "pegboard/runtime";
import type { WorkspaceCreate } from "../../../generated/contracts/workspace_create.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { controlInNames, wireWorkspace } from "./wire-workspace.ts";

export const workspaceCreate: ToolHandler<WorkspaceCreate> = async (input, deps, call) => {
  const hidden = controlInNames(input);
  if (hidden !== undefined) return errors.controlCharacter(hidden);
  const { identifier, name, description } = input;
  const request = { identifier, name, description, writer: writerOf(call.session) };
  const { workspace, created } = await deps.workspaces(call.session.agent).make(request);
  if (!created) return errors.workspaceExists({ workspace: workspace.id });
  return ok({ workspace: wireWorkspace(workspace), created }, { where: `workspace ${workspace.name}` });
};
