import { image } from "pegboard/runtime";
import type { InvoiceChart } from "../../../generated/contracts/invoice_chart.ts";
import { bars } from "../../png.ts";
import { errors, ok, type ResultOf, type ToolHandler } from "../deps.ts";

export const invoiceChart: ToolHandler<InvoiceChart> = async ({ currency }, { invoices }): ResultOf<InvoiceChart> => {
  const totals = [...invoices.values()].filter((invoice) => invoice.currency === currency).map(({ total }) => total);
  if (totals.length === 0) return errors.noInvoices({});
  return ok(`${totals.length} invoices in ${currency}`, { content: [image(bars(totals), "image/png")] });
};
