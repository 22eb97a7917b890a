import type { JsonObject } from "../contract/json.ts";
import { errorCode } from "../disk/disk-errors.ts";

/** Rows of ai-memory's database; columns that an older one lacks are absent. */
export interface AiMemoryRows {
  readonly memories: readonly JsonObject[];
  readonly links: readonly JsonObject[];
  /** Number of the archived ones. */
  readonly archived: number;
  /** Number of lines about what recalls have found. */
  readonly observed: number;
}

/**
 * Reads the database of ai-memory, which is another program's, and changes nothing of it.
 * @param limit of the rows of a table
 * @returns what is wrong with the file, where it can't be read
 */
export async function readAiMemoryFile(
  path: string,
  limit: number,
): Promise<AiMemoryRows | { readonly problem: string }> {
  const { readAiMemoryRows } = await import("./sqlite/ai-memory-rows.ts");
  try {
    return (await readAiMemoryRows(path, limit)) ?? { problem: "it has no table of memories" };
  } catch (error) {
    if (!(error instanceof Error) || errorCode(error)?.startsWith("SQLITE_") !== true) throw error;
    return { problem: error.message };
  }
}
