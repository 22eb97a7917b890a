import type { JsonObject } from "../../contract/json.ts";
import type { Database } from "../../sqlite/database.ts";
import { loadSqlite } from "../../sqlite/load-sqlite.ts";
import type { AiMemoryRows } from "../ai-memory-file.ts";

/** What is read of ai-memory's database (schema 54 of its release 0.7), where it has it. */
const columns = {
  memories: [
    ...["id", "title", "content", "namespace", "tier", "tags", "priority", "confidence", "source", "created_at"],
    ...["expires_at", "access_count", "metadata", "memory_kind", "source_uri"],
  ],
  memory_links: ["source_id", "target_id", "relation", "valid_from", "valid_until"],
} as const;

/**
 * Reads another program's database and changes nothing of it.
 * @returns undefined: it is not one of ai-memory
 * @throws what SQLite says of the file
 */
export async function readAiMemoryRows(path: string, limit: number): Promise<AiMemoryRows | undefined> {
  const database = (await loadSqlite()).open(path, { readonly: true });
  try {
    if (!columnsOf(database, "memories").includes("content")) return undefined;
    return {
      memories: rowsOf(database, "memories", limit),
      links: rowsOf(database, "memory_links", limit),
      archived: countOf(database, "archived_memories"),
      observed: countOf(database, "recall_observations"),
    };
  } finally {
    database.close();
  }
}

function columnsOf(database: Database, table: string): readonly string[] {
  return database.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(table);
}

/** Both names come from `columns`. */
function rowsOf(database: Database, table: keyof typeof columns, limit: number): readonly JsonObject[] {
  const present = columnsOf(database, table);
  const wanted: readonly string[] = columns[table];
  const read = wanted.filter((column) => present.includes(column));
  if (read.length === 0) return [];
  const statement = database.prepare<[number], JsonObject>(
    `SELECT ${read.join(", ")} FROM ${table} ORDER BY rowid LIMIT ?`,
  );
  return statement.all(limit);
}

/** 0 where there is no such table. */
function countOf(database: Database, table: "archived_memories" | "recall_observations"): number {
  if (columnsOf(database, table).length === 0) return 0;
  return database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
}
