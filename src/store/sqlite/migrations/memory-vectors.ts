/**
 * Vectors of memories, of one embedding model at a time. The triggers keep the list of memories that need one; it is kept only in a
 * database that has ever had a model. What has ended has no vector. The numbers grow and are never used twice, so that a process can
 * ask for those that are new to it. The bits are apart from the vectors, because all of them are read for a search.
 */
export const memoryVectors = `
  CREATE TABLE vector_model (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    name TEXT NOT NULL,
    dimensions INTEGER NOT NULL CHECK (dimensions > 0),
    unrelated REAL NOT NULL,
    spread REAL NOT NULL,
    queued_to INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE vector_queue (
    memory INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE
  ) STRICT;

  CREATE TABLE memory_vectors (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    memory INTEGER NOT NULL UNIQUE REFERENCES memories (row) ON DELETE CASCADE,
    model TEXT NOT NULL,
    hash BLOB NOT NULL,
    bits BLOB NOT NULL
  ) STRICT;
  CREATE INDEX memory_vectors_by_hash ON memory_vectors (hash);

  CREATE TABLE vector_values (
    number INTEGER PRIMARY KEY,
    vector BLOB NOT NULL
  ) STRICT;

  CREATE TRIGGER memory_vectors_removed AFTER DELETE ON memory_vectors BEGIN
    DELETE FROM vector_values WHERE number = old.number;
  END;
  CREATE TRIGGER memories_need_vector AFTER INSERT ON memories
  WHEN new.archived_at IS NULL AND EXISTS (SELECT 1 FROM vector_model) BEGIN
    INSERT OR IGNORE INTO vector_queue (memory) VALUES (new.row);
  END;
  CREATE TRIGGER memories_need_other_vector AFTER UPDATE OF title, content, archived_at ON memories
  WHEN (new.title <> old.title OR new.content <> old.content OR new.archived_at IS NOT old.archived_at)
    AND EXISTS (SELECT 1 FROM vector_model) BEGIN
    DELETE FROM memory_vectors WHERE memory = new.row;
    DELETE FROM vector_queue WHERE memory = new.row;
    INSERT INTO vector_queue (memory) SELECT new.row WHERE new.archived_at IS NULL;
  END;
`;
