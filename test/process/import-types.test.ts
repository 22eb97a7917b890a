import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { pegboard, root } from "./run-pegboard.ts";

// `pegboard import --types` as people run it: a TypeScript file in, a catalog out that compiles; nothing of the file is run.

const folder = mkdtempSync(join(tmpdir(), "pegboard-types-"));
const invoices = join(root, "test", "fixtures", "from-code", "invoices.ts");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
/** Imports a file, and compiles what was written. */
async function imported(source: string) {
  const into = join(folder, `into${count++}`);
  const { code, stdout, stderr } = await pegboard([
    "import",
    "--types",
    source,
    "--into",
    into,
    "--family",
    "tools",
    "--json",
  ]);
  if (code !== 0) return { code, stderr, into, lost: [], read: () => "" };
  expect((await pegboard(["generate", "--catalog", into])).code).toBe(0);
  const { lost } = JSON.parse(stdout) as { lost: { pointer: string; keyword: string; why: string; effect: string }[] };
  return { code, stderr, into, lost, read: (path: string) => readFileSync(join(into, "schema", path), "utf8") };
}

/** A file of its own. */
function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("a file of functions and types", () => {
  const done = imported(invoices);

  test("one object as param: its members are the params; names keep their spelling on the wire", async () => {
    expect((await done).read("tools/tools/create_invoice.yaml")).toBe(`name: create_invoice
wire: createInvoice
title: Create invoice
summary: Write an invoice and send it to the customer.
session: none
effects: {read_only: false, destructive: false, idempotent: false, open_world: true}
formats: published
params:
  customer: {type: string, trim: false, required: true, description: Who pays}
  lines: {type: array, items: {ref: Line}, required: true}
  dry_run: {wire: dry-run, type: boolean, default: false}
result:
  type: object
  fields:
    id: {type: string, trim: false, required: true}
    lines: {type: array, items: {ref: Line}, required: true}
    state: {type: enum, values: [open, paid], required: true}
    due: {type: string, format: date-time, trim: false, required: true}
    note: {type: string, trim: false}
  open: true
  description: The invoice as it was sent
listed: {}
`);
  });

  test("positional params; what a type is computed of", async () => {
    expect((await done).read("tools/tools/set_price.yaml")).toContain(`params:
  id: {type: string, trim: false, required: true, description: Of the invoice}
  line: {type: string, trim: false, required: true}
  change:
    type: object
    fields:
      title: {type: string, trim: false, description: What is sold}
      price: {type: integer, min: 0, description: Price in cents}
      kind: {type: enum, values: [goods, service]}
      parts: {type: array, items: {ref: Line}}
    open: true
    required: true
  source: {type: json, required: true}
  quiet: {type: boolean, default: true}
result: content
`);
  });

  test("a pattern with defaults; a type with arguments", async () => {
    const text = (await done).read("tools/tools/list_invoices.yaml");
    expect(text).toContain("limit: {type: number, default: 10}, state: {type: enum, values: [open, paid]}");
    expect(text).toContain("next_page: {wire: nextPage, type: string, trim: false, required: true, nullable: true}");
    expect(text).toContain("fields: {total_count: {wire: totalCount, type: number, required: true}}");
  });

  test("named types with their descriptions", async () => {
    expect((await done).read("types/tools.yaml")).toBe(`Line:
  fields:
    title: {type: string, trim: false, required: true, description: What is sold}
    price: {type: integer, min: 0, required: true, description: Price in cents}
    kind: {type: enum, values: [goods, service]}
    parts: {type: array, items: {ref: Line}}
  open: true
  description: A position of an invoice.
`);
  });

  test("what is lost is reported with file and line", async () => {
    const lines = (await done).lost
      .filter(({ effect, keyword }) => effect !== "assumed" || keyword === "type")
      .map(({ pointer, why }) => `${pointer.replace(/^.*(?=invoices\.ts)/, "")} ${why}`);
    expect(lines).toEqual([
      "invoices.ts:69 a deprecation needs a date",
      "invoices.ts:15 'format(): string;' is a function",
      "invoices.ts:31 JSON has no date",
      "invoices.ts:69 'Outside' is not declared here",
      "invoices.ts:37 no exported function uses 'Unused'",
      "invoices.ts:31 the format 'date-time' is published and not checked",
    ]);
  });
});

test("the example of docs/import.md", async () => {
  const page = readFileSync(join(root, "docs", "import.md"), "utf8");
  const [, code = "", yaml = ""] = /```ts\n(.*?)```.*?```yaml\n(.*?)```/s.exec(page) ?? [];
  const types = "interface Line { title: string; parts?: Line[] }\ninterface Invoice { id: string }";
  const { read } = await imported(written("documented.ts", `${code} throw 1; }\n${types}`));
  const lines = yaml.trimEnd().split("\n");
  expect(lines).toHaveLength(6);
  for (const line of lines) expect(read("tools/tools/create_invoice.yaml")).toContain(`\n${line}\n`);
});

test("a param without a type is reported by its name, at its own line", async () => {
  const { lost } = await imported(
    written("untyped.ts", "export type Line = { sku: string };\n\nexport function f(a, b): void {}\n"),
  );
  const untyped = lost.filter(({ why }) => why.endsWith("has no type"));
  expect(untyped.map(({ pointer, why }) => `${pointer.replace(/^.*(?=untyped\.ts)/, "")} ${why}`)).toEqual([
    "untyped.ts:3 'a' has no type",
    "untyped.ts:3 'b' has no type",
  ]);
});

test("null is a default like any other literal", async () => {
  const { read } = await imported(written("nulls.ts", "export function f(c: string | null = null): void {}\n"));
  expect(read("tools/tools/f.yaml")).toContain(
    "params: {c: {type: string, trim: false, nullable: true, default: null}}",
  );
});

test("types that grow with every step, and types of themselves, end", async () => {
  const doubled = Array.from({ length: 40 }, (_, at) => `type U${at + 1} = U${at} | U${at};`).join("\n");
  const paired = Array.from({ length: 40 }, (_, at) => `type T${at + 1} = [T${at}, T${at}];`).join("\n");
  const text = `type U0 = "a" | "b";\n${doubled}\ntype T0 = { a: string };\n${paired}
type P = Partial<P>;\ntype Q = Q["x"];\ntype I = I & { a: string };\ninterface S extends S { a: string }
type Tree<T> = { value: T; kids: Tree<T>[] };\ntype Deep<T> = { next: Deep<T[]> };
export function f(u: U40, x: Exclude<U40, "a">, t: T40, k: keyof T40, p: P, q: Q, i: I, s: S, r: Tree<string>, d: Deep<string>): void {}`;
  const { code: exit, into } = await imported(written("growing.ts", text));
  expect(exit).toBe(0);
  expect(readdirSync(join(into, "schema", "tools"), { recursive: true })).toContain(join("tools", "f.yaml"));
});

test.each([
  ["", "exports no function"],
  ["export type A = string;", "exports no function"],
  ["function f(a: string) {}", "exports no function"],
])("%j is refused", async (text, said) => {
  expect(await imported(written("none.ts", text))).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
});
