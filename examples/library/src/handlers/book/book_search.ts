import { ok } from "pegboard/runtime";
import type { BookSearch } from "../../../generated/contracts/book_search.ts";
import type { ToolHandler } from "../deps.ts";

export const bookSearch: ToolHandler<BookSearch> = async ({ words, limit }, { books }) =>
  ok(books.search(words, limit));
