import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../catalogs.mjs";

// A project whose server lists 74 tools: two whose calls are timed, two of the program itself, and others that only stand in the list.

const others = 70;

/** Writes, generates and builds the project. @returns the path of its server */
export function buildOrderProject(folder) {
  const write = (path, text) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("package.json", JSON.stringify({ name: "orders", version: "1.0.0", type: "module", private: true }));
  write("schema/catalog.yaml", catalog);
  write("schema/tools/shop/echo.yaml", echo);
  write("schema/tools/shop/order_create.yaml", orderCreate);
  for (let number = 1; number <= others; number++) {
    write(`schema/tools/shop/item_${number}_find.yaml`, otherTool(number));
  }
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "pegboard"), "dir");
  const pegboard = (...words) =>
    execFileSync(process.execPath, [join(root, "dist", "cli", "main.js"), ...words], { cwd: folder, stdio: "pipe" });
  pegboard("generate");
  write("src/handlers/shop/echo.ts", handler("echo", "Echo", "input.text"));
  write("src/handlers/shop/order_create.ts", handler("order_create", "OrderCreate", orderText));
  pegboard("build");
  return join(folder, "dist", "server.js");
}

const orderText = `\`order \${input.customer_id} \${input.sku}x\${input.quantity} \${input.priority} \${input.unit_price}\${input.currency} \${input.ship_to.city}/\${input.ship_to.country} lines=\${input.lines.length} tags=\${input.tags?.length ?? 0}\``;

function handler(name, type, text) {
  const constant = `${type[0].toLowerCase()}${type.slice(1)}`;
  return `import { ok } from "pegboard/runtime";
import type { ${type} } from "../../../generated/contracts/${name}.ts";
import type { ToolHandler } from "../deps.ts";

export const ${constant}: ToolHandler<${type}> = async (input) => ok({ text: ${text} });
`;
}

const catalog = `format: 1
server: {name: orders, version: 1.0.0}
tiers:
  essential: {badge: "🔴 ESSENTIAL", summary: What every agent needs}
families:
  shop: {title: Shop, summary: Orders and what belongs to them}
`;

const effects = "session: none\neffects: {read_only: true, destructive: false, idempotent: true, open_world: false}";
const result = `result:
  type: object
  fields:
    text: {type: string, required: true, description: What is answered}
guidance:
  use_when: [The shop is asked]
`;

const echo = `name: echo
title: Echo
tier: essential
since: 1.0.0
summary: Return the text that was given.
${effects}
params:
  text: {type: string, min_length: 1, max_length: 4000, required: true, description: Text to return}
${result}`;

const orderCreate = `name: order_create
title: Create an order
tier: essential
since: 1.0.0
summary: Create a sales order for a customer.
${effects}
params:
  customer_id: {type: string, pattern: "^c_[a-z0-9]{8}$", required: true, description: Id of the customer}
  sku: {type: string, min_length: 3, max_length: 32, required: true, description: Main article}
  quantity: {type: integer, min: 1, max: 1000, required: true, description: How many to order}
  priority: {type: enum, values: [low, normal, high, urgent], required: true, description: How urgent it is}
  unit_price: {type: number, min: 0, max: 1000000, required: true, description: Price of one}
  currency: {type: enum, values: [USD, EUR, GBP, JPY], required: true, description: Currency of the price}
  gift: {type: boolean, description: Wrap it as a gift}
  due_in_days: {type: integer, min: 0, max: 365, description: Days until it is due}
  tags: {type: array, items: {type: string, min_length: 1, max_length: 24}, max_items: 16, description: Free labels}
  ship_to:
    type: object
    required: true
    description: Where it goes
    fields:
      street: {type: string, min_length: 1, max_length: 120, required: true}
      city: {type: string, min_length: 1, max_length: 80, required: true}
      postcode: {type: string, pattern: "^[A-Z0-9 -]{3,10}$", required: true}
      country: {type: enum, values: [US, DE, FR, GB, JP], required: true}
      location:
        type: object
        fields:
          lat: {type: number, min: -90, max: 90, required: true}
          lon: {type: number, min: -180, max: 180, required: true}
  lines:
    type: array
    required: true
    description: Lines of the order
    min_items: 1
    max_items: 50
    items:
      type: object
      fields:
        sku: {type: string, min_length: 3, max_length: 32, required: true}
        qty: {type: integer, min: 1, max: 99, required: true}
  notes: {type: string, max_length: 500, description: Anything else}
${result}`;

function otherTool(number) {
  return `name: item_${number}_find
title: Find items of kind ${number}
tier: essential
since: 1.0.0
summary: Find items of kind ${number} by what is known of them.
${effects}
params:
  region: {type: string, min_length: 1, max_length: ${20 + number}, description: Only items that are kept in this region}
  state: {type: enum, values: [active, closed, draft, pending], default: active, description: Only items in this state}
  limit: {type: integer, min: 1, max: ${100 + number}, default: 20, description: At most so many items}
  labels: {type: array, items: {type: string, min_length: 1, max_length: 24}, max_items: 8, description: Items with all of these labels}
${result}`;
}
