/**
 * The text indexes of memories say which rows hold a word or a run of three characters, and no longer where in the text. Nothing asks for
 * the places; without them a database is a third smaller, and common words are read once for each memory.
 *
 * The caller of the step defines `index_text`, `texts_of` and `gram_text`. Encrypted memories are in no index.
 * @see https://www.sqlite.org/fts5.html#the_detail_option
 */
export const rowsOfWords = `
  DROP TABLE memories_fts_terms;
  DROP TABLE memories_fts_places;
  DROP TABLE memories_fts;
  CREATE VIRTUAL TABLE memories_fts USING fts5 (
    title, tags, content, metadata, detail = none, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M*'"
  );
  INSERT INTO memories_fts (memories_fts, rank) VALUES ('secure-delete', 1), ('pgsz', 1000);
  INSERT INTO memories_fts (rowid, title, tags, content, metadata)
    SELECT row, index_text(title),
      index_text(ifnull((SELECT group_concat(tag, char(10) ORDER BY position) FROM memory_tags WHERE memory = row), '')),
      index_text(content), index_text(texts_of(metadata))
    FROM memories WHERE sealed_content IS NULL;
  CREATE VIRTUAL TABLE memories_fts_terms USING fts5vocab (memories_fts, row);
  CREATE VIRTUAL TABLE memories_fts_places USING fts5vocab (memories_fts, instance);

  DROP TABLE memory_grams_terms;
  DROP TABLE memory_grams;
  CREATE VIRTUAL TABLE memory_grams USING fts5 (title, content, detail = none, tokenize = 'trigram case_sensitive 1');
  INSERT INTO memory_grams (memory_grams, rank) VALUES ('secure-delete', 1), ('pgsz', 1000);
  INSERT INTO memory_grams (rowid, title, content)
    SELECT row, gram_text(title), gram_text(content) FROM memories WHERE sealed_content IS NULL;
  CREATE VIRTUAL TABLE memory_grams_terms USING fts5vocab (memory_grams, row);
`;
