/** The memory that says the rules of a namespace; long texts that are kept aside; captured turns by their session. */
export const standardsAndTexts = `
  CREATE TABLE namespace_standards (
    namespace TEXT NOT NULL PRIMARY KEY,
    memory INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
    parent TEXT,
    set_by TEXT NOT NULL,
    set_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX namespace_standards_by_memory ON namespace_standards (memory);

  CREATE TABLE offloaded_texts (
    id TEXT NOT NULL UNIQUE,
    namespace TEXT NOT NULL,
    content TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    stored_at INTEGER NOT NULL,
    expires_at INTEGER
  ) STRICT;
  CREATE INDEX offloaded_texts_by_expiry ON offloaded_texts (expires_at) WHERE expires_at IS NOT NULL;

  CREATE INDEX memories_turns ON memories (session) WHERE kind = 'conversation' AND source = 'hook';
`;
