import { expect } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { Cases } from "./case.ts";

// Folders that the test has made: `$code` is configured for SQLite, `$bare` has no configuration, `$broken` one that is not valid, and
// the server of `$unreachable` does not answer.

const noFolder = { FILE_NOT_FOUND: { with: { project_root: "/srv/absent" }, data: { path: "/srv/absent" } } };

/** Errors of a call that opens a database server. */
function server(given: JsonObject = {}) {
  const data = { action: expect.any(String), problem: expect.any(String) };
  return { ...configured(given), DATABASE_FAILED: { with: { ...given, project_root: "$unreachable" }, data } };
}

/** Errors of a call that reads the configuration. */
export function configured(given: JsonObject = {}) {
  return {
    FILE_NOT_FOUND: { with: { ...given, project_root: "/srv/absent" }, data: { path: "/srv/absent" } },
    CONFIG_MISSING: {
      with: { ...given, project_root: "$bare" },
      data: { folder: "$bare", part: "pegboard.project.yaml" },
    },
    CONFIG_INVALID: {
      with: { ...given, project_root: "$broken" },
      data: {
        file: expect.stringMatching(/pegboard\.project\.yaml$/),
        problems: ["3:3 database.alowed: unknown key; did you mean 'allowed'?"],
      },
    },
  };
}

/** The same where a param names a database. */
function named(param: string, given: JsonObject = {}) {
  return {
    ...server({ ...given, [param]: "app" }),
    INVALID_NAME: {
      with: { ...given, [param]: "a`b", project_root: "$code" },
      data: { name: "a`b", problem: expect.stringContaining("letters") },
    },
    DB_NOT_ALLOWED: {
      with: { ...given, [param]: "other", project_root: "$code" },
      data: { database: "other", allowed: ["app", "app_*"] },
    },
  };
}

function missing(param: string, given: JsonObject = {}) {
  return {
    DATABASE_NOT_FOUND: {
      with: { ...given, [param]: "app_none", project_root: "$code" },
      data: { database: "app_none", candidates: ["app", "app_vetoed"] },
    },
  };
}

const traversal = { path: "../x.sql", folder: "$code" };

export const databaseCases: Cases = {
  project_info: noFolder,
  project_init: noFolder,
  db_list: server(),
  db_dumps: configured(),
  db_create: {
    ...named("database"),
    DATABASE_EXISTS: { with: { database: "app", project_root: "$code" }, data: { database: "app" } },
  },
  db_drop: {
    ...named("database"),
    // The default one is refused before the server is asked.
    ...server({ database: "app_some" }),
    ...missing("database"),
    DB_IS_DEFAULT: { with: { database: "app", project_root: "$code" }, data: { database: "app" } },
    HOOK_FAILED: {
      with: { database: "app_vetoed", project_root: "$code", confirm: true },
      data: { hook: "echo needed; exit 1", output: "needed" },
    },
  },
  db_clone: {
    ...named("source", { target: "app_x" }),
    ...missing("source", { target: "app_x" }),
    DATABASE_EXISTS: {
      with: { source: "app", target: "app_vetoed", project_root: "$code" },
      data: { database: "app_vetoed" },
    },
  },
  db_dump: {
    ...named("database"),
    ...missing("database"),
    TABLE_NOT_FOUND: {
      with: { tables: ["a", "nope"], project_root: "$code" },
      data: { table: "nope", database: "app", candidates: ["a"] },
    },
    PATH_TRAVERSAL: { with: { project_root: "$linked" }, data: { path: "$linkedDumps", folder: "$linked" } },
  },
  db_import: {
    ...named("database", { sql_path: "pegboard.project.yaml" }),
    ...missing("database", { sql_path: "pegboard.project.yaml" }),
    IMPORT_REFUSED: {
      with: { database: "app", sql_path: "pegboard.project.yaml", project_root: "$code" },
      data: { problem: expect.stringMatching(/^statement 1: .*syntax error/) },
    },
    PATH_TRAVERSAL: { with: { database: "app", sql_path: "../x.sql", project_root: "$code" }, data: traversal },
  },
};
