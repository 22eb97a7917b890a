import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard, root } from "./run-pegboard.ts";

// A tool whose schemas are JSON files: published byte for byte, enforced, explained.

const orders = join(root, "test/golden/compile/raw/schema/tools/orders");
const fileOf = (name: string) => readFileSync(join(orders, name), "utf8");
const catalog = (): string =>
  readFileSync(join(root, "test/fixtures/notes/schema/catalog.yaml"), "utf8").replace(
    /^families:\n/m,
    "families:\n  orders: { title: Orders, summary: Place orders }\n",
  );

const handler = `import { ok } from "pegboard/runtime";
import type { OrderPlace } from "../../../generated/contracts/order_place.ts";
import type { ToolHandler } from "../deps.ts";

export const orderPlace: ToolHandler<OrderPlace> = async (input) =>
  input.note === "bad" ? ok({ id: "o-1", a: 0.001 }) : ok({ id: JSON.stringify(input) });
`;

let project: NotesProject;
let outside: string;
beforeAll(async () => {
  project = await makeNotesProject({
    "schema/catalog.yaml": catalog(),
    "schema/tools/orders/order_place.yaml": fileOf("order_place.yaml"),
    "schema/tools/orders/order.json": fileOf("order.json"),
    "schema/tools/orders/placed.json": fileOf("placed.json"),
    "src/handlers/orders/order_place.ts": handler,
  });
  outside = mkdtempSync(join(tmpdir(), "pegboard-outside-"));
}, 60_000);
afterAll(() => {
  project?.remove();
  rmSync(outside, { recursive: true, force: true });
});

/** Lines of a server over stdio: one for each request. */
async function answers(requests: readonly (readonly [method: string, params: object])[], detail = "full") {
  const args = [mainPath, "serve", "--catalog", project.folder, "--detail", detail];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, PEGBOARD_USAGE: "off" } });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  for (const [id, [method, params]] of [["initialize", hello] as const, ...requests].entries()) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  }
  child.stdin.end();
  expect(await ended).toBe(0);
  const idOf = (line: string) => Number(/"id":(\d+)\}$/.exec(line)?.[1]);
  return text
    .trimEnd()
    .split("\n")
    .sort((a, b) => idOf(a) - idOf(b))
    .slice(1);
}

/** A JSON text without the white space between its parts. */
const packed = (text: string) => text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_all, quoted?: string) => quoted ?? "");

test.each(["compact", "full", "verbose"])("they are published byte for byte, in a list that is %s", async (detail) => {
  const [list] = await answers([["tools/list", {}]], detail);
  expect(list).toContain(`"inputSchema":${packed(fileOf("order.json"))}`);
  if (detail === "compact") return;
  expect(list).toContain(`"outputSchema":${packed(fileOf("placed.json"))}`);
});

const line = { sku: "A-1", with: [{ sku: "B-2" }] };
const post = { lines: line, by: "post", address: { street: "Main St 1" } };

const cases: readonly (readonly [what: string, args: object, named: string | undefined])[] = [
  ["an order by post", post, undefined],
  ["one for a shop", { lines: line, by: "shop", shop: 3, rebate: 0.5, note: "x" }, undefined],
  ["no address: `then`", { lines: line, by: "post" }, "address"],
  ["a shop of another kind: `else`", { lines: line, by: "shop", shop: 0 }, "shop"],
  ["an address of a shop: `unevaluatedProperties`", { ...post, by: "shop" }, "address"],
  ["a note that is too long: `$anchor`", { ...post, note: "x".repeat(41) }, "note"],
  ["a line below another one: `$dynamicRef`", { ...post, lines: { sku: "A-1", with: [{ sku: "b" }] } }, "lines.with"],
  ["a number that is too large", { ...post, rebate: 0.6 }, "rebate"],
];

test("they are enforced and explained", async () => {
  const given = cases.map(([, args]) => ["tools/call", { name: "order_place", arguments: args }] as const);
  const found = await answers(given);
  expect(found).toHaveLength(cases.length);
  for (const [index, [what, args, named]] of cases.entries()) {
    const text = found[index] ?? "";
    expect(text.includes('"isError":true'), what).toBe(named !== undefined);
    expect(text, what).toContain(named ?? JSON.stringify(JSON.stringify(args)).slice(1, -1));
  }
});

test("a result that the file does not allow is not sent", async () => {
  const [text = ""] = await answers([["tools/call", { name: "order_place", arguments: { ...post, note: "bad" } }]]);
  expect(text).toContain("INTERNAL");
  expect(text).not.toContain("0.001");
});

test("a change of a file is a change of the catalog", async () => {
  const place = join(project.folder, "schema/tools/orders/order.json");
  writeFileSync(place, fileOf("order.json").replace('"maximum": 0.5', '"maximum": 0.4'));
  const check = await pegboard(["generate", "--check", "--catalog", project.folder]);
  writeFileSync(place, fileOf("order.json"));
  expect({ code: check.code, text: check.stdout + check.stderr }).toMatchObject({
    code: 1,
    text: expect.stringContaining("contracts/order_place.ts"),
  });
});

test("a link that leaves schema/ is not followed", async () => {
  const place = join(project.folder, "schema/tools/orders/order.json");
  writeFileSync(join(outside, "order.json"), fileOf("order.json"));
  rmSync(place);
  symlinkSync(join(outside, "order.json"), place);
  const { code, stdout, stderr } = await pegboard(["lint", "--catalog", project.folder]);
  rmSync(place);
  writeFileSync(place, fileOf("order.json"));
  expect({ code, text: stdout + stderr }).toMatchObject({
    code: 1,
    text: expect.stringContaining("schema/tools/orders/order.json error link-leaves-schema"),
  });
});
