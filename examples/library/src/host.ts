import type { OpenHost } from "pegboard/runtime";
import { openBooks } from "./books.ts";
import type { Deps } from "./handlers/deps.ts";

/** Opens the database at the first call that needs it. Without LIBRARY_DB the books are gone when the server ends. */
export const openHost: OpenHost<Deps> = ({ env }) => {
  const books = openBooks(env.LIBRARY_DB ?? ":memory:");
  return { deps: { books }, close: async () => books.close() };
};
