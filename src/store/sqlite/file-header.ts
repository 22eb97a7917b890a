import { open } from "node:fs/promises";
import { databaseUnavailable } from "./database-unavailable.ts";
import type { Marks } from "./migrate.ts";

const headerLength = 100;

/**
 * Reads the header of a database file, without SQLite.
 * @returns undefined for an empty file, which is a new database for SQLite
 * @throws HostUnavailable when it is not a database
 * @see https://www.sqlite.org/fileformat.html#the_database_header
 */
export async function readHeader(path: string): Promise<Marks | undefined> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headerLength), 0, headerLength, 0);
    if (bytesRead === 0) return undefined;
    if (bytesRead < headerLength || buffer.toString("latin1", 0, 16) !== "SQLite format 3\0") {
      throw databaseUnavailable(path, "is not a database; set PEGBOARD_DB to another file", "never");
    }
    return {
      applicationId: buffer.readInt32BE(68),
      version: buffer.readInt32BE(60),
      // The schema cookie, which every change of the schema raises.
      isEmpty: buffer.readInt32BE(40) === 0,
    };
  } finally {
    await file.close();
  }
}
