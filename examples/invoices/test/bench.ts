import { openBench } from "pegboard/testing";
import { registry } from "../generated/registry.ts";
import { openHost } from "../src/host.ts";

export const secret = "whsec-of-the-tests";
export const options = { registry, openHost, env: { PAYMENT_WEBHOOK_SECRET: secret } };

/** A bench with two customers and three invoices: i1 EUR, i2 EUR, i3 GBP. */
export async function filled() {
  const bench = openBench(options);
  for (const name of ["Ada", "Bob"]) await bench.call("customer_create", { name, email: `${name}@example.org` });
  const lines = [
    { kind: "product", description: "Tea", quantity: 2, unit_price: 10 },
    { kind: "discount", description: "Spring", amount: 5 },
  ];
  const due_on = "2026-05-01";
  await bench.call("invoice_create", { customer_id: "c1", issued_on: "2026-02-01", due_on, lines });
  await bench.call("invoice_create", { customer_id: "c1", issued_on: "2026-03-01", due_on, lines });
  await bench.call("invoice_create", { customer_id: "c2", currency: "GBP", issued_on: "2026-03-09", due_on, lines });
  return bench;
}
