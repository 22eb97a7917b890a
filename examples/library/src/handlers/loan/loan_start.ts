import { ok, type ResultOf } from "pegboard/runtime";
import type { LoanStart } from "../../../generated/contracts/loan_start.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";

export const loanStart: ToolHandler<LoanStart> = async (input, { books }): ResultOf<LoanStart> => {
  const book = books.find(input.book);
  if (book === undefined) return errors.bookNotFound({ book: input.book });
  if (book.on_loan_to !== undefined) return errors.bookOnLoan({ book: book.id, reader: book.on_loan_to });
  return ok(books.lend(book, input.reader));
};
