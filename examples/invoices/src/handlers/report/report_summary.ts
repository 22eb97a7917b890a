import type { ReportSummary } from "../../../generated/contracts/report_summary.ts";
import type { Currency } from "../../../generated/types.ts";
import { inRange } from "../../store.ts";
import { ok, type ResultOf, type ToolHandler } from "../deps.ts";

export const reportSummary: ToolHandler<ReportSummary> = async (input, { invoices }): ResultOf<ReportSummary> => {
  const rows = new Map<string, { month: string; currency: Currency; total: number; count: number }>();
  for (const { issued_on, currency, total, status } of [...invoices.values()].filter(inRange(input))) {
    if (status === "void") continue;
    const month = issued_on.slice(0, 7);
    const row = rows.get(`${month} ${currency}`) ?? { month, currency, total: 0, count: 0 };
    rows.set(`${month} ${currency}`, { ...row, total: row.total + total, count: row.count + 1 });
  }
  return ok([...rows.values()]);
};
