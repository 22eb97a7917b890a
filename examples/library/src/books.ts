import Database from "better-sqlite3";
import type { Book } from "../generated/types.ts";

/** The one table of the library. The driver is synchronous, so no two calls meet inside a method. */
export interface Books {
  add(title: string, author: string): Book;
  find(id: number): Book | undefined;
  search(words: string, limit: number): readonly Book[];
  /** @param reader undefined: the book is in the library again */
  lend(book: Book, reader: string | undefined): Book;
  close(): void;
}

/** @param path of the database file, or ":memory:" */
export function openBooks(path: string): Books {
  const database = new Database(path);
  database.exec(`CREATE TABLE IF NOT EXISTS books (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT NOT NULL, reader TEXT) STRICT`);
  const insert = database.prepare<[string, string]>("INSERT INTO books (title, author) VALUES (?, ?)");
  const byId = database.prepare<[number], Row>("SELECT * FROM books WHERE id = ?");
  const matching = database.prepare<{ words: string; limit: number }, Row>(`SELECT * FROM books
    WHERE instr(lower(title), lower(@words)) > 0 OR instr(lower(author), lower(@words)) > 0
    ORDER BY title, id LIMIT @limit`);
  const setReader = database.prepare<[string | null, number]>("UPDATE books SET reader = ? WHERE id = ?");
  return {
    add(title, author) {
      const { lastInsertRowid } = insert.run(title, author);
      return { id: Number(lastInsertRowid), title, author };
    },
    find(id) {
      const row = byId.get(id);
      return row && bookOf(row);
    },
    search(words, limit) {
      return matching.all({ words, limit }).map(bookOf);
    },
    lend({ id, title, author }, reader) {
      setReader.run(reader ?? null, id);
      return bookOf({ id, title, author, reader: reader ?? null });
    },
    close() {
      database.close();
    },
  };
}

interface Row {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  readonly reader: string | null;
}

function bookOf({ id, title, author, reader }: Row): Book {
  return reader === null ? { id, title, author } : { id, title, author, on_loan_to: reader };
}
