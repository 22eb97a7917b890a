import { ok } from "pegboard/runtime";
import type { DbDumps } from "../../../generated/contracts/db_dumps.ts";
import { attempt } from "../attempt.ts";
import type { ToolHandler } from "../deps.ts";
import { dateTime } from "../instant.ts";
import { configErrors } from "./database-errors.ts";

const maxDumps = 1000;

export const dbDumps: ToolHandler<DbDumps> = (input, deps, call) =>
  attempt(configErrors, async () => {
    const dumps = await (await deps.places()).dumps(input.project_root, input.server);
    if (dumps.length > maxDumps) call.notice(`${dumps.length - maxDumps} older dumps are not listed`);
    return ok({
      dumps: dumps.slice(0, maxDumps).map(({ name, path, database, snapshot, size, modifiedAt }) => {
        return { name, path, database, snapshot, size, modified: dateTime(Math.trunc(modifiedAt)) };
      }),
    });
  });
