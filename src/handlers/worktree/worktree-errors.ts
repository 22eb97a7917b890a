import { errors } from "../../../generated/errors.ts";
import { configErrors } from "../db/database-errors.ts";

export const repositoryErrors = { ...configErrors, INVALID_WORKTREE: errors.invalidWorktree };

/** The same where the call names a branch. */
export const branchErrors = {
  ...repositoryErrors,
  INVALID_NAME: errors.invalidName,
  PATH_TRAVERSAL: errors.pathTraversal,
};

export const placeErrors = {
  ...branchErrors,
  DB_NOT_ALLOWED: errors.dbNotAllowed,
  DATABASE_FAILED: errors.databaseFailed,
  WORKFLOW_FAILED: errors.workflowFailed,
};
