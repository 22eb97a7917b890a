/**
 * A vault, and columns for what is encrypted with its key. Where `sealed_content` (of a task `sealed_description`) is not null, the
 * texts of the row are in its sealed columns alone: the plain ones are empty, and the title of a memory is what its key makes of it, so
 * that titles stay unique. Nothing encrypted is indexed or gets a vector. Projects whose new things are all encrypted are marked.
 */
export const vault = `
  CREATE TABLE vault (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    id TEXT NOT NULL,
    envelope TEXT NOT NULL CHECK (json_valid(envelope)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  ALTER TABLE projects ADD COLUMN encrypted INTEGER NOT NULL DEFAULT 0 CHECK (encrypted IN (0, 1));

  ALTER TABLE memories ADD COLUMN sealed_title BLOB;
  ALTER TABLE memories ADD COLUMN sealed_content BLOB;
  ALTER TABLE memories ADD COLUMN sealed_metadata BLOB;
  CREATE INDEX memories_sealed ON memories (row) WHERE sealed_content IS NOT NULL;

  ALTER TABLE tasks ADD COLUMN sealed_title BLOB;
  ALTER TABLE tasks ADD COLUMN sealed_description BLOB;
  CREATE INDEX tasks_sealed ON tasks (row) WHERE sealed_description IS NOT NULL;

  ALTER TABLE task_notes ADD COLUMN sealed_content BLOB;

  DROP TRIGGER memories_need_vector;
  CREATE TRIGGER memories_need_vector AFTER INSERT ON memories
  WHEN new.archived_at IS NULL AND new.sealed_content IS NULL AND EXISTS (SELECT 1 FROM vector_model) BEGIN
    INSERT OR IGNORE INTO vector_queue (memory) VALUES (new.row);
  END;
  DROP TRIGGER memories_need_other_vector;
  CREATE TRIGGER memories_need_other_vector AFTER UPDATE OF title, content, archived_at ON memories
  WHEN (new.title <> old.title OR new.content <> old.content OR new.archived_at IS NOT old.archived_at)
    AND EXISTS (SELECT 1 FROM vector_model) BEGIN
    DELETE FROM memory_vectors WHERE memory = new.row;
    DELETE FROM vector_queue WHERE memory = new.row;
    INSERT INTO vector_queue (memory) SELECT new.row WHERE new.archived_at IS NULL AND new.sealed_content IS NULL;
  END;
`;
