/**
 * Subtasks with their order, due days (20261231 for 2026-12-31), assignees, and comments beside notes. What is to be done next is in
 * the order of priority, then of the due day: tasks without one come last.
 */
export const subtasks = `
  ALTER TABLE tasks ADD COLUMN parent INTEGER REFERENCES tasks (row) ON DELETE CASCADE;
  ALTER TABLE tasks ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tasks ADD COLUMN due INTEGER;
  ALTER TABLE tasks ADD COLUMN due_key INTEGER AS (coalesce(due, 99999999)) VIRTUAL;
  ALTER TABLE tasks ADD COLUMN assignee TEXT;
  ALTER TABLE tasks ADD COLUMN assignee_key TEXT;
  CREATE INDEX tasks_by_parent ON tasks (parent, position) WHERE parent IS NOT NULL;
  CREATE INDEX tasks_by_assignee ON tasks (archived, assignee_key) WHERE assignee_key IS NOT NULL;
  CREATE INDEX tasks_by_due ON tasks (archived, due) WHERE due IS NOT NULL;
  DROP INDEX tasks_by_importance;
  DROP INDEX tasks_by_project_and_importance;
  CREATE INDEX tasks_by_importance ON tasks (archived, status, rank, due_key);
  CREATE INDEX tasks_by_project_and_importance ON tasks (archived, project, status, rank, due_key);
  ALTER TABLE task_notes ADD COLUMN kind TEXT NOT NULL DEFAULT 'note' CHECK (kind IN ('note', 'comment'));
  ALTER TABLE task_notes ADD COLUMN author TEXT;
`;
