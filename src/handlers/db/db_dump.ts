import { ok } from "pegboard/runtime";
import type { DbDump } from "../../../generated/contracts/db_dump.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import type { ToolHandler } from "../deps.ts";
import { presentErrors } from "./database-errors.ts";

const own = { TABLE_NOT_FOUND: errors.tableNotFound, PATH_TRAVERSAL: errors.pathTraversal };

export const dbDump: ToolHandler<DbDump> = (input, deps, call) =>
  attempt({ ...presentErrors, ...own }, async () => {
    const databases = await (await deps.places()).databases(input.project_root, input.server);
    const { database, tables, compress, snapshot } = input;
    const done = await databases.dump({ database, tables, compression: compress, snapshot }, call);
    return ok({ path: done.path, size: done.size, database: done.database, duration_ms: done.durationMs });
  });
