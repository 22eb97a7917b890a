import { errors } from "../../../generated/errors.ts";

export const configErrors = {
  CONFIG_MISSING: errors.configMissing,
  CONFIG_INVALID: errors.configInvalid,
  FILE_NOT_FOUND: errors.fileNotFound,
};

/** What stands in the way of every call that opens a database server. */
export const serverErrors = {
  ...configErrors,
  DATABASE_FAILED: errors.databaseFailed,
};

/** The same where the call names databases. */
export const databaseErrors = {
  ...serverErrors,
  INVALID_NAME: errors.invalidName,
  DB_NOT_ALLOWED: errors.dbNotAllowed,
};

export const presentErrors = { ...databaseErrors, DATABASE_NOT_FOUND: errors.databaseNotFound };
