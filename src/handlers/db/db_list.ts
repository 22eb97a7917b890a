import { ok } from "pegboard/runtime";
import type { DbList } from "../../../generated/contracts/db_list.ts";
import { attempt } from "../attempt.ts";
import type { ToolHandler } from "../deps.ts";
import { serverErrors } from "./database-errors.ts";

export const dbList: ToolHandler<DbList> = (input, deps, call) =>
  attempt(serverErrors, async () => {
    const databases = await (await deps.places()).databases(input.project_root, input.server);
    const found = await databases.list(call);
    return ok({
      databases: found.map(({ name, isDefault, sizeBytes }) => ({ name, is_default: isDefault, size: sizeBytes })),
    });
  });
