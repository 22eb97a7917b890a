import { createHmac } from "node:crypto";
import type { Bench } from "pegboard/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { filled, secret } from "./bench.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await filled();
});
afterEach(() => bench.close());

it("customer_create lowers the address", async () => {
  const { result } = await bench.call("customer_create", { name: "Cy", email: "CY@example.org" });
  expect(result).toEqual({ id: "c3", name: "Cy", email: "cy@example.org" });
});

it("customer_get finds one", async () => {
  expect((await bench.call("customer_get", { customer_id: "c2" })).result).toMatchObject({ name: "Bob" });
});

it("customer_search pages", async () => {
  const first = await bench.call("customer_search", { limit: 1 });
  expect(first.result).toMatchObject({ items: [{ id: "c1" }], next_cursor: "c1" });
  const second = await bench.call("customer_search", { limit: 1, cursor: "c1" });
  expect(second.result).toEqual({ items: [{ id: "c2", name: "Bob", email: "bob@example.org" }] });
  expect((await bench.call("customer_search", { cursor: "x" })).error).toMatchObject({ code: "CURSOR_UNKNOWN" });
});

it("invoice_create refuses a line that is neither product nor discount, reversed dates and a negative total", async () => {
  const base = { customer_id: "c1", issued_on: "2026-01-02", due_on: "2026-02-01" };
  const call = async (args: object) => (await bench.call("invoice_create", { ...base, ...args })).error?.code;
  expect(await call({ lines: [{ kind: "gift", description: "x" }] })).toBe("INVALID_ARGUMENTS");
  const discount = { kind: "discount", description: "x", amount: 1 };
  expect(await call({ lines: [discount] })).toBe("TOTAL_NEGATIVE");
  expect(await call({ lines: [discount], due_on: "2026-01-01" })).toBe("DATES_REVERSED");
  expect(await call({ lines: [discount], customer_id: "c9" })).toBe("CUSTOMER_NOT_FOUND");
});

it("a wrong kind of a line is named, and what was meant", async () => {
  const lines = [{ kind: "prodct", description: "Tea", quantity: 1, unit_price: 2 }];
  const args = { customer_id: "c1", issued_on: "2026-01-02", due_on: "2026-02-01", lines };
  const { error } = await bench.call("invoice_create", args);
  expect(error?.violations).toEqual([
    "lines[0].kind: expected one of product, discount, found the text \"prodct\"; did you mean 'product'?",
  ]);
});

it("invoice_get answers in version 1 too", async () => {
  const { result, notices } = await bench.call("invoice_get", { id: "i1" }, { version: 1 });
  expect(result).toEqual({ id: "i1", amount: 15 });
  expect(notices).toEqual([expect.stringContaining("it has no lines")]);
});

it("customer_search takes the old name of its param", async () => {
  const { result, notices } = await bench.call("customer_search", { words: "bob" });
  expect(result).toMatchObject({ items: [{ id: "c2" }] });
  expect(notices).toEqual([expect.stringContaining("'words' is deprecated")]);
});

it("invoice_get answers in version 2, with lines", async () => {
  const { result } = await bench.call("invoice_get", { invoice_id: "i1" });
  expect(result).toMatchObject({ total: 15, lines: [{ kind: "product" }, { kind: "discount" }] });
});

it("invoice_list filters and pages", async () => {
  const { result } = await bench.call("invoice_list", {
    from: "2026-03-01",
    to: "2026-03-31",
    status: "draft",
    limit: 1,
  });
  expect(result).toMatchObject({ items: [{ id: "i2" }], next_cursor: "i2" });
});

it("invoice_manage sends, pays, voids", async () => {
  const manage = (action: string, more = {}) => bench.call("invoice_manage", { action, invoice_id: "i1", ...more });
  expect((await manage("pay")).error?.code).toBe("STATUS_CONFLICT");
  expect((await manage("send")).result).toMatchObject({ status: "sent" });
  expect((await manage("void", { reason: "wrong" })).error?.code).toBe("CONFIRMATION_REQUIRED");
  expect((await manage("void", { reason: "wrong", confirm: true })).result).toMatchObject({
    status: "void",
    reason: "wrong",
  });
});

it("invoice_delete says what would go, then deletes", async () => {
  const { error } = await bench.call("invoice_delete", { invoice_id: "i1" });
  expect(error?.message).toContain("invoice i1 of 15 EUR with 2 lines");
  expect((await bench.call("invoice_delete", { invoice_id: "i1", confirm: true })).result).toEqual({ deleted: "i1" });
  expect((await bench.call("invoice_get", { invoice_id: "i1" })).error?.code).toBe("INVOICE_NOT_FOUND");
});

it("invoice_delete asks the user, where there is one", async () => {
  const questions: string[] = [];
  const { result } = await bench.call(
    "invoice_delete",
    { invoice_id: "i1" },
    {
      onQuestion: ({ params }) => {
        questions.push(String(params.message));
        return { action: "accept", content: {} };
      },
    },
  );
  expect(result).toEqual({ deleted: "i1" });
  expect(questions).toEqual([expect.stringContaining("invoice i1 of 15 EUR with 2 lines")]);
});

it("invoice_export writes CSV, and reports how far it is", async () => {
  const reports: unknown[] = [];
  const { result, content } = await bench.call("invoice_export", {}, { onProgress: (one) => reports.push(one) });
  expect(reports).toEqual(["i1", "i2", "i3"].map((message, at) => ({ done: at + 1, total: 3, message })));
  expect(result).toEqual({ count: 3 });
  expect(content).toMatchObject([{ type: "resource", resource: { mimeType: "text/csv" } }]);
});

it("invoice_chart draws a PNG", async () => {
  const { text, content } = await bench.call("invoice_chart", { currency: "EUR" });
  expect(text).toBe("2 invoices in EUR");
  expect(content).toMatchObject([{ type: "image", mimeType: "image/png" }]);
});

it("payment_webhook_verify knows the provider", async () => {
  const payload = '{"event":"paid"}';
  const signature = createHmac("sha256", secret).update(payload).digest("hex");
  expect((await bench.call("payment_webhook_verify", { payload, signature })).result).toEqual({ event: "paid" });
  const forged = await bench.call("payment_webhook_verify", { payload: `${payload} `, signature });
  expect(forged.error).toMatchObject({ code: "SIGNATURE_INVALID" });
  expect(JSON.stringify(forged)).not.toContain(secret);
});

it("report_summary totals by month and currency", async () => {
  const { result } = await bench.call("report_summary");
  expect(result).toMatchObject({
    items: [
      { month: "2026-02", total: 15 },
      { month: "2026-03", currency: "EUR" },
      { month: "2026-03", currency: "GBP", count: 1 },
    ],
  });
});

it("write_reminder is for invoices that wait for payment", async () => {
  const reminder = (invoice_id: string) => bench.prompt("write_reminder", { invoice_id, tone: "firm" });
  expect(await reminder("i1")).toMatchObject({ kind: "refused" });
  await bench.call("invoice_manage", { action: "send", invoice_id: "i1" });
  const text = "Write a firm reminder to Ada: invoice i1, 15 EUR, was due on 2026-05-01.";
  expect(await reminder("i1")).toMatchObject({ messages: [{ role: "user", content: { type: "text", text } }] });
  expect(await bench.complete({ prompt: "write_reminder", name: "invoice_id" })).toEqual(["i1"]);
  expect(await bench.complete({ prompt: "write_reminder", name: "tone", typed: "fi" })).toEqual(["firm", "final"]);
});

it("an invoice can be read under its URI", async () => {
  const [contents] = (await bench.read("invoices://invoice/i3")) ?? [];
  expect(contents).toMatchObject({ mimeType: "application/json", text: expect.stringContaining('"total":15') });
  expect(await bench.read("invoices://invoice/i9")).toBeUndefined();
  const uriTemplate = "invoices://invoice/{id}";
  expect(await bench.complete({ uriTemplate, name: "id", typed: "i" })).toEqual(["i1", "i2", "i3"]);
});
