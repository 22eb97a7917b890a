import type { Completions, PromptHandler } from "pegboard/runtime";
import type { WriteReminderArguments } from "../../generated/prompts/write_reminder.ts";
import type { Deps } from "../handlers/deps.ts";

export const writeReminder: PromptHandler<WriteReminderArguments, Deps> = (args, { invoices, customers }) => {
  const invoice = invoices.get(args.invoice_id);
  if (invoice?.status !== "sent") return { refused: `there is no invoice '${args.invoice_id}' that waits for payment` };
  const { id, customer_id, total, currency, due_on } = invoice;
  const about = `invoice ${id}, ${total} ${currency}, was due on ${due_on}`;
  return [{ role: "user", text: `Write a ${args.tone} reminder to ${customers.get(customer_id)?.name}: ${about}.` }];
};

/** Only those that wait for payment. */
export const writeReminderCompletions: Completions<"invoice_id", WriteReminderArguments, Deps> = {
  invoice_id: (typed, _given, { invoices }) =>
    [...invoices.values()].flatMap(({ id, status }) => (status === "sent" && id.startsWith(typed) ? [id] : [])),
};
