import { ProjectFailure } from "../project-config/failure.ts";
import type { DatabaseServer } from "../project-config/find-config.ts";
import { fitsPattern } from "../project-config/name-pattern.ts";

declare const checked: unique symbol;
/** A name that every engine takes: it was validated and is allowed. */
export type DatabaseName = string & { readonly [checked]: true };

/** What belongs to the servers themselves. */
const systemNames: ReadonlySet<string> = new Set([
  "information_schema",
  "mysql",
  "performance_schema",
  "sys",
  "postgres",
  "template0",
  "template1",
]);

/** 63 bytes are PostgreSQL's limit; MariaDB's and MySQL's is 64. */
const namePattern = /^[A-Za-z0-9_][A-Za-z0-9_$-]{0,62}$/;

export interface AllowedNames extends Pick<DatabaseServer, "allowed"> {
  /** Names that differ in the case of letters alone are one database. */
  readonly ignoresCase?: boolean;
}

/** @throws ProjectFailure INVALID_NAME, DB_NOT_ALLOWED */
export function allowedName(name: string, { allowed = [], ignoresCase = false }: AllowedNames): DatabaseName {
  if (!namePattern.test(name)) {
    const problem =
      "a database is called by 1 to 63 letters, digits, '_', '$' and '-', and does not begin with '$' or '-'";
    throw new ProjectFailure("INVALID_NAME", { name: shown(name), problem });
  }
  if (!isAllowed(name, { allowed, ignoresCase }))
    throw new ProjectFailure("DB_NOT_ALLOWED", { database: name, allowed });
  // It was held to the pattern and the list.
  return name as DatabaseName;
}

export function isAllowed(name: string, { allowed = [], ignoresCase = false }: AllowedNames): boolean {
  const options = { ignoresCase };
  return !systemNames.has(name.toLowerCase()) && allowed.some((pattern) => fitsPattern(name, pattern, options));
}

/** @throws ProjectFailure INVALID_NAME for what an engine could read as something else than a table */
export function checkTable(name: string): string {
  if (/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,128}$/u.test(name) && !name.startsWith("-")) return name;
  const problem = "a table's name has 1 to 128 visible characters and does not begin with '-'";
  throw new ProjectFailure("INVALID_NAME", { name: shown(name), problem });
}

function shown(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD").slice(0, 200);
}
