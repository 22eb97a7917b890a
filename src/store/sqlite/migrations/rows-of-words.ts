/**
 * The text indexes of memories say which rows hold a word or a run of three characters, and no longer where in the text. Nothing asks for
 * the places; without them a database is a third smaller, and common words are read once for each memory.
 * @see https://www.sqlite.org/fts5.html#the_detail_option
 */
export const rowsOfWords = `
  DROP TRIGGER memories_unindex;
  DROP TRIGGER memories_ungram;
  DROP TABLE memories_fts_terms;
  DROP TABLE memories_fts_places;
  DROP TABLE memory_grams_terms;

  ALTER TABLE memories_fts RENAME TO memories_fts_before;
  CREATE VIRTUAL TABLE memories_fts USING fts5 (
    title, tags, content, metadata, detail = none, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M*'"
  );
  INSERT INTO memories_fts (memories_fts, rank) VALUES ('secure-delete', 1), ('pgsz', 1000);
  INSERT INTO memories_fts (rowid, title, tags, content, metadata)
    SELECT rowid, title, tags, content, metadata FROM memories_fts_before;
  DROP TABLE memories_fts_before;

  ALTER TABLE memory_grams RENAME TO memory_grams_before;
  CREATE VIRTUAL TABLE memory_grams USING fts5 (title, content, detail = none, tokenize = 'trigram case_sensitive 1');
  INSERT INTO memory_grams (memory_grams, rank) VALUES ('secure-delete', 1), ('pgsz', 1000);
  INSERT INTO memory_grams (rowid, title, content) SELECT rowid, title, content FROM memory_grams_before;
  DROP TABLE memory_grams_before;

  CREATE TRIGGER memories_unindex AFTER DELETE ON memories BEGIN
    DELETE FROM memories_fts WHERE rowid = old.row;
    INSERT INTO memories_fts (memories_fts) VALUES ('flush');
  END;
  CREATE TRIGGER memories_ungram AFTER DELETE ON memories BEGIN
    DELETE FROM memory_grams WHERE rowid = old.row;
    INSERT INTO memory_grams (memory_grams) VALUES ('flush');
  END;
  CREATE VIRTUAL TABLE memories_fts_terms USING fts5vocab (memories_fts, row);
  CREATE VIRTUAL TABLE memories_fts_places USING fts5vocab (memories_fts, instance);
  CREATE VIRTUAL TABLE memory_grams_terms USING fts5vocab (memory_grams, row);
`;
