import { ok } from "pegboard/runtime";
import type { WorkspaceInit } from "../../../generated/contracts/workspace_init.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { controlInNames, wireWorkspace } from "./wire-workspace.ts";

/** The profile whose guide it is. */
const profile = "zetmem";

export const workspaceInit: ToolHandler<WorkspaceInit> = async (input, deps, call) => {
  const hidden = controlInNames(input);
  if (hidden !== undefined) return errors.controlCharacter(hidden);
  const { identifier, name } = input;
  const workspaces = deps.workspaces(call.session.agent);
  const { workspace, created } = await workspaces.make({ identifier, name, writer: writerOf(call.session) });
  const guide = input.include_guide ? { guide: await deps.guide(profile) } : {};
  return ok({ workspace: wireWorkspace(workspace), created, ...guide }, { where: `workspace ${workspace.name}` });
};
