import { ok } from "pegboard/runtime";
import type { BookAdd } from "../../../generated/contracts/book_add.ts";
import type { ToolHandler } from "../deps.ts";

export const bookAdd: ToolHandler<BookAdd> = async ({ title, author }, { books }) => ok(books.add(title, author));
