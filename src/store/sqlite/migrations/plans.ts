/** Plans: what lists filter by in columns, the rest as the service keeps it. They go with their project. */
export const plans = `
  CREATE TABLE plans (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    project INTEGER REFERENCES projects (row) ON DELETE CASCADE,
    title TEXT NOT NULL,
    requirements TEXT NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('feature', 'refactor', 'bugfix', 'research')),
    status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled')),
    state TEXT NOT NULL CHECK (json_valid(state)),
    created_by TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX plans_by_project ON plans (project);
  CREATE INDEX plans_by_status ON plans (status);
  CREATE INDEX plans_by_type ON plans (type);
`;
