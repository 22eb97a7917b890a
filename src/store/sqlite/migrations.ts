import { activityIndexes } from "./migrations/activity-indexes.ts";
import { changeAndArchive } from "./migrations/change-and-archive.ts";
import { decisions } from "./migrations/decisions.ts";
import { expiredEnds } from "./migrations/expired-ends.ts";
import { leadingWordsTable } from "./migrations/leading-words.ts";
import { listIndexes } from "./migrations/list-indexes.ts";
import { memoryArchive } from "./migrations/memory-archive.ts";
import { memoryGraph } from "./migrations/memory-graph.ts";
import { memoryVectors } from "./migrations/memory-vectors.ts";
import { organizationNames } from "./migrations/organization-names.ts";
import { organizations } from "./migrations/organizations.ts";
import { packContexts } from "./migrations/pack-contexts.ts";
import { places } from "./migrations/places.ts";
import { plans } from "./migrations/plans.ts";
import { rowsOfWords } from "./migrations/rows-of-words.ts";
import { sessionPlaces } from "./migrations/session-places.ts";
import { sharedMemories } from "./migrations/shared-memories.ts";
import { smallMerges } from "./migrations/small-merges.ts";
import { standardsAndTexts } from "./migrations/standards-and-texts.ts";
import { subtasks } from "./migrations/subtasks.ts";
import { taskImports } from "./migrations/task-imports.ts";
import { taskLinks } from "./migrations/task-links.ts";
import { textIndexesAgain } from "./migrations/text-indexes-again.ts";
import { vault } from "./migrations/vault.ts";
import { wordTables } from "./migrations/word-tables.ts";
import { workbenchTables } from "./migrations/workbench-tables.ts";
import { workspaces } from "./migrations/workspaces.ts";

/** A step from one version of the database to the next. Once released, a step never changes; a new one is added. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/**
 * Marks the databases of this program, so that no other file is used as one.
 * "PgBd" in ASCII; @see https://www.sqlite.org/pragma.html#pragma_application_id
 */
export const applicationId = 0x50674264;

/**
 * The full-text index keeps no copy of the texts (contentless): the indexed text differs from the stored one, because scripts
 * without spaces are split into pairs (words.ts). The store writes it with each row; a trigger deletes. Porter stems English
 * ("tests" finds "test") and leaves other scripts alone; accents are ignored; marks are parts of words.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE sessions (
        id TEXT NOT NULL PRIMARY KEY,
        handle_hash TEXT NOT NULL UNIQUE,
        agent TEXT NOT NULL,
        model TEXT,
        opened_at INTEGER NOT NULL,
        used_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sessions_by_expiry ON sessions (expires_at);

      CREATE TABLE memories (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        namespace TEXT NOT NULL,
        title TEXT NOT NULL,
        content TEXT NOT NULL,
        tier TEXT NOT NULL CHECK (tier IN ('short', 'mid', 'long')),
        kind TEXT NOT NULL,
        scope TEXT NOT NULL CHECK (scope IN ('private', 'team', 'unit', 'org', 'collective')),
        source TEXT NOT NULL,
        priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 10),
        confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
        agent_id TEXT NOT NULL,
        source_uri TEXT,
        cited INTEGER NOT NULL CHECK (cited IN (0, 1)),
        metadata TEXT NOT NULL CHECK (json_valid(metadata)),
        signature TEXT,
        signed_created_at TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        expires_at INTEGER,
        archived_at INTEGER,
        access_count INTEGER NOT NULL DEFAULT 0,
        accessed_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX memories_by_title ON memories (namespace, title) WHERE archived_at IS NULL;
      CREATE INDEX memories_by_expiry ON memories (expires_at) WHERE archived_at IS NULL AND expires_at IS NOT NULL;
      CREATE INDEX memories_by_update ON memories (updated_at DESC, id, expires_at) WHERE archived_at IS NULL;

      CREATE TABLE memory_tags (
        memory INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        tag TEXT NOT NULL,
        folded TEXT NOT NULL,
        PRIMARY KEY (memory, folded)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX memory_tags_by_tag ON memory_tags (folded, memory);

      CREATE VIRTUAL TABLE memories_fts USING fts5 (
        title, tags, content, metadata,
        content = '', contentless_delete = 1,
        tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M*'"
      );
      CREATE TRIGGER memories_unindex AFTER DELETE ON memories BEGIN
        DELETE FROM memories_fts WHERE rowid = old.row;
      END;

      CREATE TABLE recalls (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        recall_id TEXT NOT NULL,
        session_key TEXT,
        at INTEGER NOT NULL,
        position INTEGER NOT NULL,
        memory INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
        UNIQUE (recall_id, position)
      ) STRICT;
      CREATE INDEX recalls_by_session ON recalls (session_key, number) WHERE session_key IS NOT NULL;
      CREATE INDEX recalls_by_memory ON recalls (memory);

      CREATE TABLE activity (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        subject TEXT NOT NULL,
        agent TEXT NOT NULL,
        session TEXT
      ) STRICT;
      CREATE INDEX activity_by_subject ON activity (subject, number);
    `,
  },
  { version: 2, sql: workbenchTables },
  { version: 3, sql: memoryArchive },
  { version: 4, sql: changeAndArchive },
  { version: 5, sql: wordTables },
  { version: 6, sql: sharedMemories },
  { version: 7, sql: leadingWordsTable },
  { version: 8, sql: taskLinks },
  { version: 9, sql: activityIndexes },
  { version: 10, sql: subtasks },
  { version: 11, sql: decisions },
  { version: 12, sql: sessionPlaces },
  { version: 13, sql: plans },
  { version: 14, sql: taskImports },
  { version: 15, sql: organizations },
  { version: 16, sql: listIndexes },
  { version: 17, sql: packContexts },
  { version: 18, sql: organizationNames },
  { version: 19, sql: places },
  { version: 20, sql: expiredEnds },
  { version: 21, sql: memoryGraph },
  { version: 22, sql: workspaces },
  { version: 23, sql: memoryVectors },
  { version: 24, sql: vault },
  { version: 25, sql: standardsAndTexts },
  { version: 26, sql: textIndexesAgain },
  { version: 27, sql: smallMerges },
  { version: 28, sql: rowsOfWords },
];

/** The version that this program writes. */
export const currentVersion = migrations.reduce((highest, migration) => Math.max(highest, migration.version), 0);
