import { ok } from "pegboard/runtime";
import type { ProjectInit } from "../../../generated/contracts/project_init.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import type { ToolHandler } from "../deps.ts";

export const projectInit: ToolHandler<ProjectInit> = (input, deps) =>
  attempt({ FILE_NOT_FOUND: errors.fileNotFound }, async () => {
    const { config, services, envVariables } = await (await deps.places()).suggest(input.project_root);
    return ok({ suggested_config: config, detected_services: services, detected_env_vars: envVariables });
  });
