import type { InvoiceGetV1 } from "../../../generated/contracts/invoice_get.v1.ts";
import { invoiceOf } from "../../store.ts";
import { ok, type ResultOf, type ToolHandler } from "../deps.ts";

export const invoiceGetV1: ToolHandler<InvoiceGetV1> = async ({ id }, deps): ResultOf<InvoiceGetV1> =>
  ok({ id, amount: invoiceOf(deps, id).total });
