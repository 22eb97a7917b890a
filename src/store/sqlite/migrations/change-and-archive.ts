/**
 * Projects and tasks can be archived, projects renamed, tasks found by tag, packs by text, and all of them deleted. Indexes of
 * tasks begin with whether they are archived, so that no list passes over the others. A completed task keeps the progress that it
 * had before, so that a reopened one goes on from there.
 *
 * The indexes of trigrams become tables that keep the indexed texts: a contentless one keeps the words of a deleted row until its
 * segments are merged. With the texts at hand, `secure-delete` takes them out at once.
 *
 * The caller of the step defines `gram_text`, `gram_tags`, `gram_name` and `fold_tag`.
 * @see https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option
 */
export const changeAndArchive = `
  ALTER TABLE projects ADD COLUMN name_slug TEXT NOT NULL DEFAULT '';
  UPDATE projects SET name_slug = slug;
  CREATE UNIQUE INDEX projects_by_name ON projects (name_slug);
  ALTER TABLE projects ADD COLUMN archived_at INTEGER;
  ALTER TABLE projects ADD COLUMN archived INTEGER AS (archived_at IS NOT NULL) VIRTUAL;
  CREATE INDEX projects_by_archive ON projects (archived);
  DROP TABLE project_grams_terms;
  DROP TABLE project_grams;
  CREATE VIRTUAL TABLE project_grams USING fts5 (name, description, key, tokenize = 'trigram case_sensitive 1');
  CREATE VIRTUAL TABLE project_grams_terms USING fts5vocab (project_grams, row);
  INSERT INTO project_grams (project_grams, rank) VALUES ('secure-delete', 1);
  INSERT INTO project_grams (rowid, name, description, key)
    SELECT row, gram_text(name), gram_text(description), gram_name(name) FROM projects;
  CREATE TRIGGER projects_ungram AFTER DELETE ON projects BEGIN
    DELETE FROM project_grams WHERE rowid = old.row;
  END;

  ALTER TABLE tasks ADD COLUMN archived_at INTEGER;
  UPDATE tasks SET progress = 0 WHERE status = 'completed';
  ALTER TABLE tasks ADD COLUMN archived INTEGER AS (archived_at IS NOT NULL) VIRTUAL;
  DROP INDEX tasks_by_status;
  DROP INDEX tasks_by_rank;
  DROP INDEX tasks_by_project_and_status;
  DROP INDEX tasks_by_importance;
  DROP INDEX tasks_by_project_and_importance;
  DROP INDEX tasks_by_touch;
  CREATE INDEX tasks_by_archive_and_project ON tasks (archived, project);
  CREATE INDEX tasks_by_status ON tasks (archived, status);
  CREATE INDEX tasks_by_rank ON tasks (archived, rank);
  CREATE INDEX tasks_by_project_and_status ON tasks (archived, project, status);
  CREATE INDEX tasks_by_importance ON tasks (archived, status, rank);
  CREATE INDEX tasks_by_project_and_importance ON tasks (archived, project, status, rank);
  CREATE INDEX tasks_by_touch ON tasks (archived, status, updated_at);

  CREATE TABLE task_tags (
    task INTEGER NOT NULL REFERENCES tasks (row) ON DELETE CASCADE,
    folded TEXT NOT NULL,
    PRIMARY KEY (task, folded)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX task_tags_by_tag ON task_tags (folded, task);
  INSERT OR IGNORE INTO task_tags (task, folded) SELECT tasks.row, fold_tag(tag.value) FROM tasks, json_each(tasks.tags) AS tag;

  DROP TABLE task_grams_terms;
  DROP TABLE task_grams;
  CREATE VIRTUAL TABLE task_grams USING fts5 (title, description, tags, tokenize = 'trigram case_sensitive 1');
  CREATE VIRTUAL TABLE task_grams_terms USING fts5vocab (task_grams, row);
  INSERT INTO task_grams (task_grams, rank) VALUES ('secure-delete', 1);
  INSERT INTO task_grams (rowid, title, description, tags)
    SELECT row, gram_text(title), gram_text(description), gram_tags(tags) FROM tasks;
  CREATE TRIGGER tasks_ungram AFTER DELETE ON tasks BEGIN
    DELETE FROM task_grams WHERE rowid = old.row;
  END;

  CREATE INDEX packs_by_type ON packs (type, status);
  CREATE INDEX packs_by_status ON packs (status);
  DROP TABLE pack_grams;
  CREATE VIRTUAL TABLE pack_grams USING fts5 (name, description, tags, key, tokenize = 'trigram case_sensitive 1');
  CREATE VIRTUAL TABLE pack_grams_terms USING fts5vocab (pack_grams, row);
  INSERT INTO pack_grams (pack_grams, rank) VALUES ('secure-delete', 1);
  INSERT INTO pack_grams (rowid, name, description, tags, key)
    SELECT row, gram_text(name), gram_text(description), gram_tags(tags), gram_name(name) FROM packs;
  CREATE TRIGGER packs_ungram AFTER DELETE ON packs BEGIN
    DELETE FROM pack_grams WHERE rowid = old.row;
  END;

  CREATE INDEX memories_by_namespace ON memories (namespace);
`;
