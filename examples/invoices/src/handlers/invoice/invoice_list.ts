import type { ResultOf } from "pegboard/runtime";
import type { InvoiceList } from "../../../generated/contracts/invoice_list.ts";
import { inRange, pageOf } from "../../store.ts";
import type { ToolHandler } from "../deps.ts";

export const invoiceList: ToolHandler<InvoiceList> = async (input, { invoices }): ResultOf<InvoiceList> => {
  const { status } = input;
  const found = [...invoices.values()]
    .filter(inRange(input))
    .filter((one) => status === undefined || one.status === status);
  return pageOf(
    found.map(({ due_on, lines, reason, ...row }) => row),
    input,
  );
};
