/** Texts that are in a pack alone, each under a name. */
export const packContexts = `
  CREATE TABLE pack_contexts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    pack INTEGER NOT NULL REFERENCES packs (row) ON DELETE CASCADE,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    text TEXT NOT NULL,
    written_by TEXT NOT NULL,
    session TEXT NOT NULL,
    written_at INTEGER NOT NULL,
    UNIQUE (pack, folded)
  ) STRICT;
`;
