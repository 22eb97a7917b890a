import type { InvoiceGet } from "../../../generated/contracts/invoice_get.ts";
import { invoiceOf } from "../../store.ts";
import { ok, type ResultOf, type ToolHandler } from "../deps.ts";

export const invoiceGet: ToolHandler<InvoiceGet> = async ({ invoice_id }, deps): ResultOf<InvoiceGet> =>
  ok(invoiceOf(deps, invoice_id));
