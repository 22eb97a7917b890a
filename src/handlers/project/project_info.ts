import { ok } from "pegboard/runtime";
import type { ProjectInfo } from "../../../generated/contracts/project_info.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import type { ToolHandler } from "../deps.ts";

export const projectInfo: ToolHandler<ProjectInfo> = (input, deps) =>
  attempt({ FILE_NOT_FOUND: errors.fileNotFound }, async () => {
    const { envFiles, hasCompose } = await (await deps.places()).facts(input.project_root);
    return ok({ env_files: envFiles, docker_compose_exists: hasCompose });
  });
