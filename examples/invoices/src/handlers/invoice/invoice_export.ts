import { embeddedResource } from "pegboard/runtime";
import type { InvoiceExport } from "../../../generated/contracts/invoice_export.ts";
import { hasStatus } from "../../store.ts";
import { errors, ok, type ResultOf, type ToolHandler } from "../deps.ts";

export const invoiceExport: ToolHandler<InvoiceExport> = async (input, deps, call): ResultOf<InvoiceExport> => {
  const found = [...deps.invoices.values()].filter(hasStatus(input));
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
