import { ok, type PreviewedHandler } from "pegboard/runtime";
import type { DbDrop } from "../../../generated/contracts/db_drop.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import type { Deps } from "../deps.ts";
import { presentErrors } from "./database-errors.ts";
import { wireHook } from "./wire-hooks.ts";

const dropErrors = { ...presentErrors, DB_IS_DEFAULT: errors.dbIsDefault, HOOK_FAILED: errors.hookFailed };

export const dbDrop: PreviewedHandler<DbDrop, Deps> = {
  preview: (input, deps, call) =>
    attempt(dropErrors, async () => {
      const databases = await (await deps.places()).databases(input.project_root, input.server);
      return ok(await databases.describeDrop(input.database, call));
    }),
  run: (input, deps, call) =>
    attempt(dropErrors, async () => {
      const databases = await (await deps.places()).databases(input.project_root, input.server);
      const hooks = await databases.drop(input.database, call);
      return ok({ database: input.database, hooks: hooks.map(wireHook) });
    }),
};
