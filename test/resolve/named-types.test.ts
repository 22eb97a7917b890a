import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.ts";
import { typeErrors } from "../emit/type-check.ts";

// Named types of every kind, `extend` and `pick`, and `use` inside types, from YAML to schemas, types and contracts.

const catalog = `format: 1
server: {name: shop, version: 1.0.0}
tiers: {essential: {badge: ESSENTIAL, summary: All}}
families: {invoice: {title: Invoices, summary: What customers owe}}
profiles: {all: {families: all, detail: full}}
`;

const types = `Status: {type: enum, values: [open, paid], description: Where it stands}
Money: {type: number, min: 0, max: 1000000, description: In euros}
Tags: {type: array, items: {ref: Tag}, max_items: 5, description: Words about it}
Tag: {type: string, max_length: 20}
Payer:
  type: union
  of:
    - {type: object, fields: {kind: {ref: Person, required: true}, name: {type: string, max_length: 80, required: true}}}
    - {type: object, fields: {kind: {ref: Firm, required: true}, number: {type: integer, required: true}}}
Person: {type: enum, values: [person]}
Firm: {type: enum, values: [firm]}
Draft:
  description: An invoice before it is sent
  fields:
    total: {ref: Money, required: true}
    tags: {ref: Tags}
    payer: {ref: Payer}
    number: {use: number}
Invoice:
  extend: Draft
  description: What a customer owes
  fields:
    id: {type: string, required: true}
    status: {ref: Status, required: true}
    total: {type: number, min: 1, required: true}
Row:
  extend: Invoice
  pick: [id, status]
  description: A line of a list
`;

const params = "number: {type: integer, min: 1, description: Its number}\n";

const tool = `name: invoice_list
title: List invoices
tier: essential
since: 1.0.0
stability: experimental
summary: List invoices by status.
session: none
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params:
  status: {ref: Status, default: open}
  number: {use: number}
  draft: {ref: Draft, description: Those like it}
result: {type: array, items: {ref: Row}, max_items: 9}
errors: []
guidance: {use_when: [It is needed]}
examples: [{title: Open ones, arguments: {status: open}, result: {count: 0}}]
`;

function compileWith(changed: { readonly types?: string; readonly params?: string; readonly tool?: string } = {}) {
  return compile([
    { path: "schema/catalog.yaml", text: catalog },
    { path: "schema/params.yaml", text: changed.params ?? params },
    { path: "schema/types/invoice.yaml", text: changed.types ?? types },
    { path: "schema/tools/invoice/invoice_list.yaml", text: changed.tool ?? tool },
  ]);
}

/** `code: text of the place` of each error. */
function errorsOf(changed: Parameters<typeof compileWith>[0]): readonly string[] {
  return compileWith(changed)
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code, span }) => `${code}: ${span?.file.text.slice(span.start, span.end)}`);
}

describe("a catalog with named types of every kind", () => {
  const { value, diagnostics } = compileWith();
  const text = (path: string) => value?.files.find((file) => file.path === path)?.text ?? `no ${path}`;

  test("compiles, and every type is used", () => {
    const found = diagnostics.filter(({ severity }) => severity !== "info").map(({ code, message }) => [code, message]);
    // Nothing has an Invoice but Row, which takes fields of it.
    expect(found).toEqual([]);
  });

  test("gives handlers the types by their names", () => {
    const used = `import type { InvoiceList } from "../generated/contracts/invoice_list.ts";
import type { Draft, Invoice, Money, Payer, Row, Status, Tags } from "../generated/types.ts";
export const status: Status = "open";
export const money: Money = 3;
export const tags: Tags = ["a"];
export const payer: Payer = { kind: "firm", number: 1 };
export const draft: Draft = { total: money, tags, payer, number: 4 };
export const invoice: Invoice = { ...draft, id: "i", status };
export const row: Row = { id: "i", status };
export const input: InvoiceList["input"] = { status, number: 1, draft };
export const output: InvoiceList["output"] = [row];
`;
    const wrong = `import type { Row, Status } from "../generated/types.ts";
export const status: Status = "void";
export const row: Row = { id: "i", status: "paid", total: 1 };
`;
    const said = typeErrors([
      ...(value?.files ?? []),
      { path: "src/used.ts", text: used },
      { path: "src/wrong.ts", text: wrong },
    ]);
    expect(said.match(/src\/\w+\.ts\(\d+/g)).toEqual(["src/wrong.ts(2", "src/wrong.ts(3"]);
  });

  test("publishes their limits where they are used", () => {
    const listed = value?.catalog.tools[0];
    expect(listed?.params.map(({ name, type }) => [name, type])).toMatchObject([
      ["status", { kind: "enum", values: [{ value: "open" }, { value: "paid" }] }],
      ["number", { kind: "integer", min: 1 }],
      ["draft", { kind: "ref", name: "Draft" }],
    ]);
    const named = Object.fromEntries((value?.catalog.types ?? []).map(({ name, type }) => [name, type]));
    const fields = (name: string) => {
      const type = named[name];
      return type?.kind === "object" ? type.fields.map((field) => [field.name, field.required]) : [];
    };
    expect(fields("Invoice")).toEqual([
      ["total", true],
      ["tags", false],
      ["payer", false],
      ["number", false],
      ["id", true],
      ["status", true],
    ]);
    expect(fields("Row")).toEqual([
      ["id", true],
      ["status", true],
    ]);
    expect(named.Invoice).toMatchObject({ fields: [{ type: { kind: "number", min: 1 } }, ...Array(5).fill({})] });
    expect(named.Payer).toMatchObject({ kind: "union", discriminator: "kind" });
    expect(text("generated/docs/tools/invoice_list.md")).toContain("open");
  });
});

describe("what is wrong with a named type is reported once, at its place", () => {
  test.each([
    ["a scalar that does not exist", types.replace("{ref: Tag}", "{ref: Tga}"), ["unknown-type: Tga"]],
    ["an extended type that does not exist", types.replace("extend: Draft", "extend: Darft"), ["unknown-type: Darft"]],
    ["an extended enum", types.replace("extend: Draft", "extend: Status"), ["extends-no-object: Status"]],
    ["a picked field that does not exist", types.replace("[id, status]", "[id, state]"), ["unknown-field: state"]],
    ["pick without extend", types.replace("  extend: Invoice\n", ""), ["missing-key: [id, status]"]],
    [
      "a circle of extend",
      types.replace("Draft:\n", "Draft:\n  extend: Row\n"),
      ["type-endless: Row", "type-endless: Draft", "type-endless: Invoice"],
    ],
    ["a list of itself", types.replace("{ref: Tag}", "{ref: Tags}"), ["type-endless: Tags"]],
    ["limits in the wrong order", types.replace("min: 0, max: 1000000", "min: 5, max: 1"), ["bounds-empty: 5"]],
    [
      "a mistyped key of an enum",
      types.replace("values: [open, paid]", "vlaues: [open, paid]"),
      ["unknown-key: vlaues"],
    ],
  ])("%s", (_title, changed, expected) => {
    expect(errorsOf({ types: changed })).toEqual(expected);
  });

  test("a shared param that contains itself", () => {
    const circle = "number: {type: object, fields: {next: {use: number}}, description: Its number}\n";
    expect(errorsOf({ params: circle })).toEqual(["type-endless: number"]);
  });

  test("a type that doubles with each level ends at once", () => {
    const levels = Array.from(
      { length: 40 },
      (_, index) => `L${index + 1}: {type: union, of: [{ref: L${index}}, {type: array, items: {ref: L${index}}}]}\n`,
    );
    const doubled = `${types}L0: {type: string}\n${levels.join("")}`;
    const started = performance.now();
    expect(errorsOf({ types: doubled, tool: tool.replace("{ref: Draft,", "{ref: L40,") })[0]).toMatch(/^type-endless/);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("an enum that nothing has", () => {
    const unused = compileWith({ types: `${types}Color: {type: enum, values: [red]}\n` });
    const found = unused.diagnostics.filter(({ code }) => code === "type-unused");
    expect(found.map(({ message }) => message)).toEqual(["the type 'Color' is not used"]);
  });
});
