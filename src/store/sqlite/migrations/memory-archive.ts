/**
 * Why a memory is archived, and of which memory it is an older version; versions; text indexes that forget.
 *
 * Before this step the archived memories were those that had ended, which the activity log names, and copies that a merge kept: each
 * is a version of the last memory stored before it under the same title.
 *
 * The text indexes become tables that keep the indexed texts. A contentless one keeps the words of a deleted row until its segments are
 * merged; with the texts at hand, `secure-delete` takes them out at once.
 *
 * The caller of the step defines `gram_text`, `index_text` and `texts_of`.
 * @see https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option
 */
export const memoryArchive = `
  ALTER TABLE memories ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE memories ADD COLUMN edit_source TEXT CHECK (edit_source IN ('human', 'llm', 'hook'));
  ALTER TABLE memories ADD COLUMN archive_reason TEXT CHECK (archive_reason IN ('expired', 'replaced', 'forgotten'));
  ALTER TABLE memories ADD COLUMN version_of INTEGER REFERENCES memories (row) ON DELETE CASCADE;

  UPDATE memories SET archive_reason = iif(
    EXISTS (SELECT 1 FROM activity WHERE subject = memories.id AND event = 'memory_archived'), 'expired', 'replaced'
  ) WHERE archived_at IS NOT NULL;
  CREATE INDEX memories_by_any_title ON memories (namespace, title, row);
  UPDATE memories SET version_of = (
    SELECT max(other.row) FROM memories AS other
    WHERE other.namespace = memories.namespace AND other.title = memories.title AND other.row < memories.row
      AND other.archive_reason IS NOT 'replaced'
  ) WHERE archive_reason = 'replaced';
  DROP INDEX memories_by_any_title;

  CREATE INDEX memories_by_version_of ON memories (version_of) WHERE version_of IS NOT NULL;
  CREATE INDEX memories_by_end ON memories (coalesce(archived_at, expires_at) DESC, row DESC);
  CREATE INDEX activity_by_opening ON activity (agent, at) WHERE event = 'session_opened';

  DROP TABLE memories_fts;
  CREATE VIRTUAL TABLE memories_fts USING fts5 (
    title, tags, content, metadata, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M*'"
  );
  INSERT INTO memories_fts (memories_fts, rank) VALUES ('secure-delete', 1);
  INSERT INTO memories_fts (rowid, title, tags, content, metadata)
    SELECT row, index_text(title),
      index_text(ifnull((SELECT group_concat(tag, char(10) ORDER BY position) FROM memory_tags WHERE memory = row), '')),
      index_text(content), index_text(texts_of(metadata))
    FROM memories;

  DROP TABLE memory_grams_terms;
  DROP TABLE memory_grams;
  CREATE VIRTUAL TABLE memory_grams USING fts5 (title, content, tokenize = 'trigram case_sensitive 1');
  INSERT INTO memory_grams (memory_grams, rank) VALUES ('secure-delete', 1);
  INSERT INTO memory_grams (rowid, title, content) SELECT row, gram_text(title), gram_text(content) FROM memories;
  CREATE VIRTUAL TABLE memory_grams_terms USING fts5vocab (memory_grams, row);
`;
