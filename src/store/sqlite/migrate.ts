import { type Database, immediately } from "../../sqlite/database.ts";
import { leadingWords } from "../leading-words.ts";
import { indexText } from "../words.ts";
import { databaseUnavailable } from "./database-unavailable.ts";
import { foldTag } from "./fold-tag.ts";
import { gramName, gramTags, gramText } from "./grams.ts";
import { textsOf } from "./index-memory.ts";
import { applicationId, currentVersion, type Migration, migrations } from "./migrations.ts";

/** What identifies the program of a database file. */
export interface Marks {
  readonly applicationId: number;
  readonly version: number;
  /** It has no tables. */
  readonly isEmpty: boolean;
}

/**
 * Checks that a database belongs to this program and version.
 * @throws HostUnavailable when another program made it, or a newer version
 */
export function checkMarks({ applicationId: mark, version, isEmpty }: Marks, path: string): void {
  const isOurs = mark === applicationId;
  const isNew = mark === 0 && isEmpty;
  if (!isOurs && !(isNew && (version === 0 || version > currentVersion))) {
    throw databaseUnavailable(path, "belongs to another program; set PEGBOARD_DB to another file", "never");
  }
  if (version > currentVersion) {
    const problem = `has version ${version}, newer than this pegboard supports (${currentVersion}); update pegboard`;
    throw databaseUnavailable(path, problem, "never");
  }
}

/**
 * The marks of an open database, all of one moment: another process may be making its tables. It reads the schema, so a damaged
 * file is found.
 */
export function marksOf(database: Database): Marks {
  if (database.inTransaction) return readMarks(database);
  database.exec("BEGIN");
  try {
    return readMarks(database);
  } finally {
    // SQLite ends it by itself after some errors.
    if (database.inTransaction) database.exec("ROLLBACK");
  }
}

function readMarks(database: Database): Marks {
  return {
    applicationId: Number(database.pragma("application_id", { simple: true })),
    version: versionOf(database),
    isEmpty: database.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() === 0,
  };
}

/**
 * Migrates a database to the current version, each step in one transaction that takes the write lock first: of two processes that
 * start at once, one makes the step and the other finds it done.
 */
export function migrate(database: Database, path: string, steps: readonly Migration[] = migrations): void {
  defineIndexTexts(database);
  removeTraces(database);
  for (const { version, sql } of steps) {
    if (versionOf(database) >= version) continue;
    immediately(database, () => {
      checkMarks(marksOf(database), path);
      if (versionOf(database) >= version) return;
      database.exec(sql);
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${version}`);
    });
  }
}

/** What the steps that index existing rows call: the texts as the store indexes them. */
function defineIndexTexts(database: Database): void {
  database.function("gram_text", { deterministic: true }, (text) => gramText(String(text)));
  // The column is written by the store only, by JSON.stringify of a list of texts.
  database.function("gram_tags", { deterministic: true }, (tags) => gramTags(JSON.parse(String(tags)) as string[]));
  database.function("gram_name", { deterministic: true }, (name) => gramName(String(name)));
  database.function("fold_tag", { deterministic: true }, (tag) => foldTag(String(tag)));
  database.function("index_text", { deterministic: true }, (text) => indexText(String(text)));
  database.function("leading_words", { deterministic: true }, (text) =>
    JSON.stringify(leadingWords(String(text)).words),
  );
  database.function("texts_of", { deterministic: true }, (metadata) => textsOf(JSON.parse(String(metadata))));
}

/** From this version on, what is removed is overwritten. */
const overwritingSince = 3;

/** An older database may hold pages of what was replaced: it is written again once. */
function removeTraces(database: Database): void {
  const version = versionOf(database);
  if (version > 0 && version < overwritingSince) database.exec("VACUUM");
}

function versionOf(database: Database): number {
  return Number(database.pragma("user_version", { simple: true }));
}
