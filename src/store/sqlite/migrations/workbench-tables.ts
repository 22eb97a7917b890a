/**
 * Projects, tasks, packs and focus; and for memories their writer, their task and an index of trigrams. Tables of grams keep no
 * copy of the texts; the store writes them with each row. The writers of older memories come from the activity log. The caller of
 * the step defines `gram_text`.
 */
export const workbenchTables = `
  CREATE TABLE projects (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    slug TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    created_by TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE project_grams USING fts5 (
    name, description, key, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  CREATE VIRTUAL TABLE project_grams_terms USING fts5vocab (project_grams, row);

  CREATE TABLE tasks (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    project INTEGER NOT NULL REFERENCES projects (row),
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('todo', 'in_progress', 'completed')),
    rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 2),
    progress INTEGER NOT NULL CHECK (progress BETWEEN 0 AND 100),
    tags TEXT NOT NULL CHECK (json_valid(tags)),
    created_by TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    completed_at INTEGER,
    CHECK ((status = 'completed') = (completed_at IS NOT NULL))
  ) STRICT;
  CREATE INDEX tasks_by_project ON tasks (project);
  CREATE INDEX tasks_by_status ON tasks (status);
  CREATE INDEX tasks_by_rank ON tasks (rank);
  CREATE INDEX tasks_by_project_and_status ON tasks (project, status);
  CREATE INDEX tasks_by_importance ON tasks (status, rank);
  CREATE INDEX tasks_by_project_and_importance ON tasks (project, status, rank);
  CREATE INDEX tasks_by_touch ON tasks (status, updated_at);
  CREATE VIRTUAL TABLE task_grams USING fts5 (
    title, description, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  CREATE VIRTUAL TABLE task_grams_terms USING fts5vocab (task_grams, row);

  CREATE TABLE active_tasks (
    agent TEXT NOT NULL PRIMARY KEY,
    task INTEGER NOT NULL REFERENCES tasks (row),
    session TEXT NOT NULL,
    since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX active_tasks_by_task ON active_tasks (task);

  CREATE TABLE packs (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL CHECK (type IN ('project', 'integration', 'decision', 'custom')),
    status TEXT NOT NULL CHECK (status IN ('draft', 'published')),
    description TEXT NOT NULL,
    tags TEXT NOT NULL CHECK (json_valid(tags)),
    created_by TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE pack_grams USING fts5 (
    key, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );

  CREATE TABLE pack_memories (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    pack INTEGER NOT NULL REFERENCES packs (row),
    memory INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
    added_by TEXT NOT NULL,
    session TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    UNIQUE (pack, memory)
  ) STRICT;
  CREATE INDEX pack_memories_by_pack ON pack_memories (pack);
  CREATE INDEX pack_memories_by_memory ON pack_memories (memory);

  CREATE TABLE pack_tasks (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    pack INTEGER NOT NULL REFERENCES packs (row),
    task INTEGER NOT NULL REFERENCES tasks (row) ON DELETE CASCADE,
    added_by TEXT NOT NULL,
    session TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    UNIQUE (pack, task)
  ) STRICT;
  CREATE INDEX pack_tasks_by_pack ON pack_tasks (pack);
  CREATE INDEX pack_tasks_by_task ON pack_tasks (task);

  CREATE TABLE focus (
    agent TEXT NOT NULL PRIMARY KEY,
    pack INTEGER NOT NULL REFERENCES packs (row),
    session TEXT NOT NULL,
    since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX focus_by_pack ON focus (pack);

  ALTER TABLE memories ADD COLUMN written_by TEXT;
  ALTER TABLE memories ADD COLUMN session TEXT;
  ALTER TABLE memories ADD COLUMN task INTEGER REFERENCES tasks (row);
  UPDATE memories SET (written_by, session) = (
    SELECT agent, session FROM activity
    WHERE subject = memories.id AND event IN ('memory_created', 'memory_versioned') ORDER BY number LIMIT 1
  );
  CREATE INDEX memories_by_task ON memories (task) WHERE task IS NOT NULL;
  CREATE INDEX memories_by_agent ON memories (agent_id) WHERE archived_at IS NULL;
  CREATE VIRTUAL TABLE memory_grams USING fts5 (
    title, content, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  CREATE VIRTUAL TABLE memory_grams_terms USING fts5vocab (memory_grams, row);
  INSERT INTO memory_grams (rowid, title, content) SELECT row, gram_text(title), gram_text(content) FROM memories;
  CREATE TRIGGER memories_ungram AFTER DELETE ON memories BEGIN
    DELETE FROM memory_grams WHERE rowid = old.row;
  END;

  CREATE INDEX activity_by_session ON activity (session, event, subject) WHERE session IS NOT NULL;
`;
