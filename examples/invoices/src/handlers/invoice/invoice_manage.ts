import type { InvoiceManage } from "../../../generated/contracts/invoice_manage.ts";
import type { Invoice } from "../../../generated/types.ts";
import { invoiceOf } from "../../store.ts";
import { errors, ok, type ResultOf, type ToolHandler } from "../deps.ts";

export const invoiceManage: ToolHandler<InvoiceManage> = async (input, deps): ResultOf<InvoiceManage> => {
  const invoice = invoiceOf(deps, input.invoice_id);
  const conflict = errors.statusConflict({ invoice_id: invoice.id, status: invoice.status });
  const save = (change: Partial<Invoice>) => {
    const changed = { ...invoice, ...change };
    deps.invoices.set(invoice.id, changed);
    return ok(changed);
  };
  switch (input.action) {
    case "send":
      return invoice.status === "draft" ? save({ status: "sent" }) : conflict;
    case "pay":
      return invoice.status === "sent" ? save({ status: "paid" }) : conflict;
    case "void":
      return invoice.status === "paid" ? conflict : save({ status: "void", reason: input.reason });
  }
};
