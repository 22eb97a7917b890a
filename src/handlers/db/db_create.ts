import { ok } from "pegboard/runtime";
import type { DbCreate } from "../../../generated/contracts/db_create.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import type { ToolHandler } from "../deps.ts";
import { databaseErrors } from "./database-errors.ts";

export const dbCreate: ToolHandler<DbCreate> = (input, deps, call) =>
  attempt({ ...databaseErrors, DATABASE_EXISTS: errors.databaseExists }, async () => {
    const databases = await (await deps.places()).databases(input.project_root, input.server);
    await databases.create(input.database, call);
    return ok({ database: input.database });
  });
