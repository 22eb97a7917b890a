/** The journal of places: worktrees with what was made for them. */
export const places = `
  CREATE TABLE places (
    id TEXT NOT NULL PRIMARY KEY,
    root TEXT NOT NULL,
    branch TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('creating', 'ready', 'removing')),
    owner TEXT NOT NULL,
    state TEXT NOT NULL CHECK (json_valid(state)),
    updated_at INTEGER NOT NULL,
    UNIQUE (root, branch)
  ) STRICT, WITHOUT ROWID;
`;
