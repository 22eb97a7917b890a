import Database from "better-sqlite3";

// What SQLite's own ranking finds in the texts of a set: the floor that recall has to stand above.

/** @returns for each question the ids that were found, best first */
export function askPlainFts5({ memories, questions }, limit) {
  const database = new Database(":memory:");
  try {
    database.exec("create virtual table texts using fts5(title, tags, content, tokenize = 'porter unicode61')");
    const insert = database.prepare("insert into texts (rowid, title, tags, content) values (?, ?, ?, ?)");
    for (const [index, { title = "", tags = [], content }] of memories.entries()) {
      insert.run(index, title, tags.join(" "), content);
    }
    const search = database.prepare("select rowid from texts where texts match ? order by bm25(texts), rowid limit ?");
    return questions.map(({ question }) => {
      const words = question.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
      const anyOfThem = words.map((word) => `"${word}"`).join(" OR ");
      const rows = words.length === 0 ? [] : search.all(anyOfThem, limit);
      return { ids: rows.map(({ rowid }) => memories[rowid].id) };
    });
  } finally {
    database.close();
  }
}
