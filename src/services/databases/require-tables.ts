import { ProjectFailure } from "../project-config/failure.ts";

const maxCandidates = 10;

interface Tables {
  readonly database: string;
  readonly wanted: readonly string[];
  readonly there: readonly string[];
  /** Default: exact. */
  readonly isSame?: (one: string, other: string) => boolean;
}

/** @throws ProjectFailure TABLE_NOT_FOUND for the first table that is not there, with the names of some that are, nearest first */
export function requireTables({ database, wanted, there, isSame = (one, other) => one === other }: Tables): void {
  const missing = wanted.find((table) => !there.some((name) => isSame(name, table)));
  if (missing === undefined) return;
  // On most systems the case of letters counts.
  const isNear = (name: string) => name.toLowerCase() === missing.toLowerCase();
  const candidates = [...there.filter(isNear), ...there.filter((name) => !isNear(name))].slice(0, maxCandidates);
  throw new ProjectFailure("TABLE_NOT_FOUND", { table: missing, database, candidates });
}
