import { ok } from "pegboard/runtime";
import type { DbImport } from "../../../generated/contracts/db_import.ts";
import { errors } from "../../../generated/errors.ts";
import { attempt } from "../attempt.ts";
import type { ToolHandler } from "../deps.ts";
import { presentErrors } from "./database-errors.ts";

export const dbImport: ToolHandler<DbImport> = (input, deps, call) =>
  attempt(
    { ...presentErrors, IMPORT_REFUSED: errors.importRefused, PATH_TRAVERSAL: errors.pathTraversal },
    async () => {
      const databases = await (await deps.places()).databases(input.project_root, input.server);
      const { path, durationMs } = await databases.import({ database: input.database, path: input.sql_path }, call);
      return ok({ path, database: input.database, duration_ms: durationMs });
    },
  );
