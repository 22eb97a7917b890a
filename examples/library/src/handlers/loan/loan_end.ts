import { ok, type ResultOf } from "pegboard/runtime";
import type { LoanEnd } from "../../../generated/contracts/loan_end.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";

export const loanEnd: ToolHandler<LoanEnd> = async (input, { books }): ResultOf<LoanEnd> => {
  const book = books.find(input.book);
  if (book === undefined) return errors.bookNotFound({ book: input.book });
  if (book.on_loan_to === undefined) return errors.bookNotOnLoan({ book: book.id });
  return ok(books.lend(book, undefined));
};
