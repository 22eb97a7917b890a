/**
 * The vocabulary of the memories' full-text index, as tables without contents of their own: how many memories hold a stem, and
 * where. And an order of the times at which memories were first known, for questions about a day, a month or a year.
 */
export const wordTables = `
  CREATE VIRTUAL TABLE memories_fts_terms USING fts5vocab (memories_fts, row);
  CREATE VIRTUAL TABLE memories_fts_places USING fts5vocab (memories_fts, instance);
  CREATE INDEX memories_by_creation ON memories (created_at) WHERE archived_at IS NULL;
`;
