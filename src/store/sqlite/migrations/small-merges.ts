const indexes = ["memories_fts", "memory_grams", "task_grams", "decision_grams", "project_grams", "pack_grams"];

/**
 * Smaller pages of the text indexes. SQLite merges parts of an index within the commit that has written the 64th page since the last
 * merge, and then 64 pages for each level: for five levels 1.3 MB with SQLite's 4,050 bytes, which blocks all calls four times as long.
 * @see https://www.sqlite.org/fts5.html#the_pgsz_configuration_option
 */
export const smallMerges = indexes
  .map((index) => `INSERT INTO ${index} (${index}, rank) VALUES ('pgsz', 1000);`)
  .join("\n");
