/** Which tasks of other programs' files were taken over: each once in a project, also where the task was deleted since. */
export const taskImports = `
  CREATE TABLE task_imports (
    project INTEGER NOT NULL REFERENCES projects (row) ON DELETE CASCADE,
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    task_id TEXT NOT NULL,
    PRIMARY KEY (project, source, key)
  ) STRICT, WITHOUT ROWID;
`;
