/**
 * Text indexes are made again once: SQLite had left words of removed texts in them (`unindex-row.ts`). A memory's row number is used again,
 * so what is removed by a trigger is written to the index at once, too.
 */
export const textIndexesAgain = `
  DROP TRIGGER memories_unindex;
  CREATE TRIGGER memories_unindex AFTER DELETE ON memories BEGIN
    DELETE FROM memories_fts WHERE rowid = old.row;
    INSERT INTO memories_fts (memories_fts) VALUES ('flush');
  END;
  DROP TRIGGER memories_ungram;
  CREATE TRIGGER memories_ungram AFTER DELETE ON memories BEGIN
    DELETE FROM memory_grams WHERE rowid = old.row;
    INSERT INTO memory_grams (memory_grams) VALUES ('flush');
  END;
  INSERT INTO memories_fts (memories_fts) VALUES ('rebuild');
  INSERT INTO memory_grams (memory_grams) VALUES ('rebuild');
  INSERT INTO project_grams (project_grams) VALUES ('rebuild');
  INSERT INTO task_grams (task_grams) VALUES ('rebuild');
  INSERT INTO pack_grams (pack_grams) VALUES ('rebuild');
  INSERT INTO decision_grams (decision_grams) VALUES ('rebuild');
`;
