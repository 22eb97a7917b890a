import { embeddedResource, ok, type ResultOf } from "pegboard/runtime";
import type { InvoiceExport } from "../../../generated/contracts/invoice_export.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";

export const invoiceExport: ToolHandler<InvoiceExport> = async (
  { status },
  { invoices },
  call,
): ResultOf<InvoiceExport> => {
  const found = [...invoices.values()].filter((invoice) => status === undefined || invoice.status === status);
  if (found.length === 0) return errors.noInvoices({});
  const lines = ["id,customer,currency,status,issued,total"];
  for (const one of found) {
    call.signal.throwIfAborted();
    lines.push([one.id, one.customer_id, one.currency, one.status, one.issued_on, one.total].join(","));
    call.progress(lines.length - 1, found.length, one.id);
  }
  const csv = embeddedResource({ uri: "invoices://export.csv", mimeType: "text/csv", text: lines.join("\n") });
  return ok({ count: found.length }, { content: [csv] });
};
