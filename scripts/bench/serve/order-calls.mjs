// What is called, and what is answered; nothing is imported, because the servers that stand beside ours start with it.

/** The two tools that are called; `invalid` breaks three rules of the second. */
export const calls = {
  echo: { name: "echo", arguments: { text: "a message for the echo tool" } },
  order: {
    name: "order_create",
    arguments: {
      ...{
        customer_id: "c_ab12cd34",
        sku: "SKU-1-77",
        quantity: 12,
        priority: "high",
        unit_price: 19.95,
        currency: "EUR",
      },
      ...{ gift: false, due_in_days: 14, tags: ["alpha", "beta", "gamma"], notes: "Leave it at the door." },
      ship_to: {
        street: "12 Long Street",
        city: "Berlin",
        postcode: "10115",
        country: "DE",
        location: { lat: 52.5, lon: 13.4 },
      },
      lines: [
        { sku: "AAA-1", qty: 2 },
        { sku: "BBB-2", qty: 10 },
        { sku: "CCC-3", qty: 1 },
      ],
    },
  },
};
export const invalidCall = {
  name: "order_create",
  arguments: { ...calls.order.arguments, quantity: 0, priority: "soon", lines: [{ sku: "AAA-1", qty: "2" }] },
};

/** What the handlers answer, for servers that are written by hand. */
export function answerOf(name, input) {
  if (name === "echo") return input.text;
  return `order ${input.customer_id} ${input.sku}x${input.quantity} ${input.priority} ${input.unit_price}${input.currency} ${input.ship_to.city}/${input.ship_to.country} lines=${input.lines.length} tags=${input.tags?.length ?? 0}`;
}
