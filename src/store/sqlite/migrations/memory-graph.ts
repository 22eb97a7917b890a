/**
 * Links between memories with the time in which they hold, and the names of entities. A link that ended is kept, so that questions
 * about the past have the answers of then; of one kind and direction there is one at most without an end.
 */
export const memoryGraph = `
  CREATE TABLE memory_links (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    source INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
    target INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE CHECK (target <> source),
    relation TEXT NOT NULL,
    strength REAL NOT NULL CHECK (strength BETWEEN 0 AND 1),
    reason TEXT NOT NULL,
    created_by TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    valid_from INTEGER NOT NULL,
    valid_until INTEGER CHECK (valid_until >= valid_from)
  ) STRICT;
  CREATE UNIQUE INDEX memory_links_open ON memory_links (source, target, relation) WHERE valid_until IS NULL;
  CREATE INDEX memory_links_by_source ON memory_links (source, target, relation);
  CREATE INDEX memory_links_by_target ON memory_links (target, source);

  CREATE TABLE entity_names (
    memory INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    PRIMARY KEY (memory, folded)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entity_names_by_name ON entity_names (folded, memory);
`;
