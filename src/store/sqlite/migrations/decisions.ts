/**
 * Decisions, numbered in each project and among those without one. They go with their project. `area_key` is the area as areas are
 * compared.
 */
export const decisions = `
  CREATE TABLE decisions (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    project INTEGER REFERENCES projects (row) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    title TEXT NOT NULL,
    area TEXT NOT NULL,
    area_key TEXT NOT NULL,
    context TEXT NOT NULL,
    description TEXT NOT NULL,
    consequences TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('draft', 'proposed', 'accepted', 'rejected', 'superseded', 'deprecated')),
    source TEXT NOT NULL CHECK (source IN ('agent', 'person', 'import')),
    superseded_by INTEGER REFERENCES decisions (row) ON DELETE SET NULL CHECK (superseded_by <> row),
    document TEXT,
    created_by TEXT NOT NULL,
    session TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    decided_by TEXT,
    decided_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX decisions_by_number ON decisions (ifnull(project, 0), number);
  CREATE INDEX decisions_by_number_alone ON decisions (number);
  CREATE INDEX decisions_by_project ON decisions (project);
  CREATE INDEX decisions_by_project_and_status ON decisions (project, status);
  CREATE INDEX decisions_by_status ON decisions (status);
  CREATE INDEX decisions_by_area ON decisions (area_key);
  CREATE INDEX decisions_by_successor ON decisions (superseded_by) WHERE superseded_by IS NOT NULL;

  CREATE VIRTUAL TABLE decision_grams USING fts5 (
    title, context, description, consequences, tokenize = 'trigram case_sensitive 1'
  );
  CREATE VIRTUAL TABLE decision_grams_terms USING fts5vocab (decision_grams, row);
  INSERT INTO decision_grams (decision_grams, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER decisions_ungram AFTER DELETE ON decisions BEGIN
    DELETE FROM decision_grams WHERE rowid = old.row;
  END;
`;
