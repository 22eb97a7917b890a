import { okPage } from "pegboard/runtime";
import { errors } from "../generated/errors.ts";
import type { Customer, Invoice, Status } from "../generated/types.ts";
import type { Deps } from "./handlers/deps.ts";

/** @throws CUSTOMER_NOT_FOUND */
export function customerOf({ customers }: Deps, customer_id: string): Customer {
  const customer = customers.get(customer_id);
  if (customer === undefined) throw errors.customerNotFound({ customer_id });
  return customer;
}

/** @throws INVOICE_NOT_FOUND */
export function invoiceOf({ invoices }: Deps, invoice_id: string): Invoice {
  const invoice = invoices.get(invoice_id);
  if (invoice === undefined) throw errors.invoiceNotFound({ invoice_id });
  return invoice;
}

/** @throws DATES_REVERSED */
export function inRange({ from, to }: { from?: string; to?: string }): (invoice: Invoice) => boolean {
  if (from !== undefined && to !== undefined && from > to) throw errors.datesReversed({ from, to });
  return ({ issued_on }) => (from === undefined || issued_on >= from) && (to === undefined || issued_on <= to);
}

/** Each has it where none is asked for. */
export function hasStatus({ status }: { status?: Status }): (invoice: Invoice) => boolean {
  return (invoice) => status === undefined || invoice.status === status;
}

/** One page of rows in the order of their ids; the cursor is the last id of the page before. @throws CURSOR_UNKNOWN */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { limit, cursor }: { limit: number; cursor?: string },
) {
  const start = cursor === undefined ? 0 : rows.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && start === 0) throw errors.cursorUnknown({ cursor });
  return okPage(rows.slice(start), limit, ({ id }) => id);
}
