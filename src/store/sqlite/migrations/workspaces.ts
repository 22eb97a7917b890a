/** Workspaces with names of their own, and the runs that change links, with what each changed. */
export const workspaces = `
  CREATE TABLE workspaces (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE evolutions (
    id TEXT NOT NULL PRIMARY KEY,
    "trigger" TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    undone_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE evolution_changes (
    evolution TEXT NOT NULL REFERENCES evolutions (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    link_id TEXT NOT NULL,
    before REAL,
    after REAL NOT NULL,
    PRIMARY KEY (evolution, position)
  ) STRICT, WITHOUT ROWID;
`;
