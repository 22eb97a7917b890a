import type { PreviewedHandler } from "pegboard/runtime";
import type { InvoiceDelete } from "../../../generated/contracts/invoice_delete.ts";
import { invoiceOf } from "../../store.ts";
import { type Deps, errors, ok } from "../deps.ts";

export const invoiceDelete: PreviewedHandler<InvoiceDelete, Deps> = {
  async preview({ invoice_id }, deps) {
    const { total, currency, lines } = invoiceOf(deps, invoice_id);
    return ok(`delete invoice ${invoice_id} of ${total} ${currency} with ${lines.length} lines`);
  },
  async run({ invoice_id }, deps) {
    const { status } = invoiceOf(deps, invoice_id);
    if (status === "paid") return errors.statusConflict({ invoice_id, status });
    deps.invoices.delete(invoice_id);
    return ok({ deleted: invoice_id });
  },
};
