/**
 * The leading words of each memory's content (leading-words.ts), by which a similar memory of its namespace is found before another is
 * stored: a look-up of a few words of one namespace, however many memories there are.
 *
 * The caller of the step defines `leading_words`.
 */
export const leadingWordsTable = `
  CREATE TABLE memory_leading_words (
    memory INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
    namespace TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (namespace, word, memory)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX memory_leading_words_by_memory ON memory_leading_words (memory);
  INSERT INTO memory_leading_words (memory, namespace, word)
    SELECT memories.row, memories.namespace, word.value FROM memories, json_each(leading_words(memories.content)) AS word;
`;
