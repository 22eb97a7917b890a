import type { Completions, ResourceHandler } from "pegboard/runtime";
import type { InvoiceVariables } from "../../generated/resources/invoice.ts";
import type { Deps } from "../handlers/deps.ts";

export const invoice: ResourceHandler<InvoiceVariables, Deps> = ({ id }, { invoices }) => {
  const found = invoices.get(id);
  return found && JSON.stringify(found);
};

export const invoiceCompletions: Completions<"id", InvoiceVariables, Deps> = {
  id: (typed, _given, { invoices }) => [...invoices.keys()].filter((id) => id.startsWith(typed)),
};
