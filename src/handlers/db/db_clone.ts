import { ok } from "pegboard/runtime";
import type { DbClone } from "../../../generated/contracts/db_clone.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import type { ToolHandler } from "../deps.ts";
import { presentErrors } from "./database-errors.ts";
import { wireHook } from "./wire-hooks.ts";

export const dbClone: ToolHandler<DbClone> = (input, deps, call) =>
  attempt({ ...presentErrors, DATABASE_EXISTS: errors.databaseExists }, async () => {
    const databases = await (await deps.places()).databases(input.project_root, input.server);
    const { source = databases.defaultDatabase, target } = input;
    const { size, durationMs, hooks } = await databases.clone(source, target, call);
    return ok({ source, target, size, duration_ms: durationMs, hooks: hooks.map(wireHook) });
  });
