import type { InvoiceCreate } from "../../../generated/contracts/invoice_create.ts";
import type { Invoice } from "../../../generated/types.ts";
import { customerOf } from "../../store.ts";
import { errors, ok, type ResultOf, type ToolHandler } from "../deps.ts";

export const invoiceCreate: ToolHandler<InvoiceCreate> = async (input, deps): ResultOf<InvoiceCreate> => {
  customerOf(deps, input.customer_id);
  if (input.issued_on > input.due_on) return errors.datesReversed({ from: input.issued_on, to: input.due_on });
  const amounts = input.lines.map((line) => (line.kind === "product" ? line.quantity * line.unit_price : -line.amount));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total < 0) return errors.totalNegative({ total });
  const invoice: Invoice = { id: deps.nextId("i"), status: "draft", total, ...input };
  deps.invoices.set(invoice.id, invoice);
  return ok(invoice);
};
