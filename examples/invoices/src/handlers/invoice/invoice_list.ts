import type { InvoiceList } from "../../../generated/contracts/invoice_list.ts";
import { hasStatus, inRange, pageOf } from "../../store.ts";
import type { ResultOf, ToolHandler } from "../deps.ts";

export const invoiceList: ToolHandler<InvoiceList> = async (input, { invoices }): ResultOf<InvoiceList> => {
  const found = [...invoices.values()].filter(inRange(input)).filter(hasStatus(input));
  const rows = found.map(({ due_on, lines, reason, ...row }) => row);
  return pageOf(rows, input);
};
