/** Notes on tasks, and which task waits for which other one. Both go with a task that is deleted. */
export const taskLinks = `
  CREATE TABLE task_notes (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    task INTEGER NOT NULL REFERENCES tasks (row) ON DELETE CASCADE,
    content TEXT NOT NULL,
    created_by TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX task_notes_by_task ON task_notes (task);

  CREATE TABLE task_dependencies (
    task INTEGER NOT NULL REFERENCES tasks (row) ON DELETE CASCADE,
    needs INTEGER NOT NULL REFERENCES tasks (row) ON DELETE CASCADE,
    created_by TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (task, needs),
    CHECK (task <> needs)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX task_dependencies_by_need ON task_dependencies (needs, task);
`;
