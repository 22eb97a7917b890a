import { ok } from "pegboard/runtime";
import type { ProjectInfo } from "../../../generated/contracts/project_info.ts";
import { errors } from "../../../generated/errors.ts";
import type { ProjectConfig } from "../../services/project-config/find-config.ts";
import { attempt } from "../attempt.ts";
import type { ToolHandler } from "../deps.ts";

export const projectInfo: ToolHandler<ProjectInfo> = (input, deps) =>
  attempt({ FILE_NOT_FOUND: errors.fileNotFound }, async () => {
    const { envFiles, hasCompose, config, worktreesFolder, problems } = await (await deps.places()).facts(
      input.project_root,
    );
    return ok({
      env_files: envFiles,
      docker_compose_exists: hasCompose,
      config_summary:
        config === undefined ? null : { ...wireSummary(config), worktrees_folder: worktreesFolder ?? null },
      config_problems: problems,
    });
  });

/** Without the addresses of databases, which contain passwords. */
function wireSummary({ file, values, servers }: ProjectConfig) {
  return {
    file,
    name: values.project?.name ?? null,
    type: values.project?.type ?? null,
    databases: servers.map(({ name, parsed }) => ({ name, engine: parsed.engine })),
  };
}
