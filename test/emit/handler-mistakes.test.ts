import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { typeErrors } from "./type-check.ts";

// What the type checker says to the author of a handler, in its own words: test/golden/handler-mistakes.txt. Each mistake has to be
// reported at the line that it is on.

const golden = join(import.meta.dirname, "..", "golden", "handler-mistakes.txt");

const catalog = `format: 1
server: {name: shop, version: 1.0.0}
unknown_params: warn
tiers: {essential: {badge: ESSENTIAL, summary: All}}
families: {invoice: {title: Invoices, summary: What customers owe}}
profiles: {all: {families: all}}
default_profile: all
errors:
  INVOICE_NOT_FOUND: {code: -31001, message: "no invoice '{id}'", data: {id: string}, retry: changed_arguments}
  INVOICE_PAID: {code: -31002, message: "invoice '{id}' is paid", data: {id: string}, retry: never}
deprecation: {grace: {stable: 180d, beta: 30d, experimental: 0d}}
`;

const types = `Invoice:
  description: What a customer owes
  fields:
    id: {type: string, required: true, description: Its id}
    total: {type: number, required: true, description: In euros}
    status: {type: enum, values: [open, paid], required: true, description: Where it stands}
    lines: {type: array, items: {ref: Line}, required: true, description: What was bought}
    note: {type: string, description: For the customer}
Line:
  description: A part of an invoice
  fields:
    name: {type: string, required: true, description: What it is}
    count: {type: integer, required: true, description: How many}
`;

const facts = `tier: essential
since: 1.0.0
stability: experimental
effects: {read_only: false, destructive: false, idempotent: false, open_world: false}
errors: [INVOICE_NOT_FOUND]
guidance: {use_when: [It is needed]}
examples: [{title: One, arguments: {id: a}}]
`;

const getTool = `name: invoice_get
title: Get an invoice
summary: Show an invoice.
session: optional
params:
  id: {type: string, required: true, description: Its id}
  limit: {type: integer, description: Maximum number of lines}
result: {ref: Invoice}
${facts}`;

const manageTool = `name: invoice_manage
title: Change an invoice
summary: Pay or void an invoice.
session: none
params:
  action: {type: enum, values: [pay, void], required: true, description: What to do}
  id: {type: string, required: true, description: Its id}
  reason: {type: string, description: Why it is void}
actions:
  by: action
  cases:
    pay: {}
    void: {requires: [reason]}
result: {ref: Invoice}
${facts.replace("{id: a}", "{action: pay, id: a}")}`;

const deps = `import type { Contract, Handler } from "pegboard/runtime";
import type { Invoice } from "../../generated/types.ts";
export interface Deps {
  readonly invoices: { find(id: string): Invoice | undefined; load(id: string): Promise<Invoice> };
}
export type ToolHandler<C extends Contract> = Handler<C, Deps>;
`;

type Tool = "InvoiceGet" | "InvoiceManage";

/** What the author did, the handler of which tool it is in, and its body; the line of the mistake ends with "// !". */
const mistakes: readonly (readonly [title: string, tool: Tool, body: string])[] = [
  ["a member is missing", "InvoiceGet", 'return ok({ id: input.id, total: 1, status: "open" }); // !'],
  [
    "a key that is not declared",
    "InvoiceGet",
    'return ok({ id: input.id, total: 1, status: "open", lines: [], deleted: true }); // !',
  ],
  ["a value of another type", "InvoiceGet", 'return ok({ id: input.id, total: "1", status: "open", lines: [] }); // !'],
  [
    "a value that the enum does not have",
    "InvoiceGet",
    'return ok({ id: input.id, total: 1, status: "opened", lines: [] }); // !',
  ],
  [
    "a nested value of another type",
    "InvoiceGet",
    'const lines = [{ name: "a", count: "2" }];\nreturn ok({ id: input.id, total: 1, status: "open", lines }); // !',
  ],
  [
    "a nested key that is not declared",
    "InvoiceGet",
    'return ok({ id: input.id, total: 1, status: "open", lines: [{ name: "a", count: 2, price: 3 }] }); // !',
  ],
  [
    "an undeclared key that comes in by a spread",
    "InvoiceGet",
    "const row = { ...(await deps.invoices.load(input.id)), internal: 1 };\nreturn ok({ ...row }); // !",
  ],
  ["a value without ok()", "InvoiceGet", "return deps.invoices.load(input.id); // !"],
  ["nothing is returned", "InvoiceGet", "deps.invoices.find(input.id);"],
  [
    "one path returns nothing",
    "InvoiceGet",
    "const found = deps.invoices.find(input.id);\nif (found !== undefined) return ok(found);",
  ],
  ["a value that may be missing", "InvoiceGet", "return ok(deps.invoices.find(input.id)); // !"],
  ["a promise that is not awaited", "InvoiceGet", "return ok(deps.invoices.load(input.id)); // !"],
  ["null", "InvoiceGet", "deps.invoices.find(input.id);\nreturn ok(null); // !"],
  [
    "undefined for an optional member",
    "InvoiceGet",
    "const found = await deps.invoices.load(input.id);\nreturn ok({ ...found, note: undefined }); // !",
  ],
  ["an error that the tool does not declare", "InvoiceGet", "return errors.invoicePaid({ id: input.id }); // !"],
  ["an error that the catalog does not have", "InvoiceGet", "return errors.invoiceLost({ id: input.id }); // !"],
  ["wrong data of an error", "InvoiceGet", "return errors.invoiceNotFound({ key: input.id }); // !"],
  ["an error without its data", "InvoiceGet", "throw errors.invoiceNotFound(); // !"],
  ["an error as a value", "InvoiceGet", "return ok(errors.invoiceNotFound({ id: input.id })); // !"],
  ["a param that does not exist", "InvoiceGet", "return ok(await deps.invoices.load(input.key)); // !"],
  [
    "an optional param is taken for granted",
    "InvoiceGet",
    "const found = await deps.invoices.load(input.id);\nconst limit: number = input.limit; // !\nreturn ok({ ...found, total: limit });",
  ],
  ["a param is changed", "InvoiceGet", 'input.id = "b"; // !\nreturn ok(await deps.invoices.load(input.id));'],
  ["a dependency that does not exist", "InvoiceGet", "return ok(await deps.database.load(input.id)); // !"],
  [
    "a session that may be missing",
    "InvoiceGet",
    "call.notice(call.session.agent); // !\nreturn ok(await deps.invoices.load(input.id));",
  ],
  [
    "wrong arguments for a member of the context",
    "InvoiceGet",
    'call.progress("half"); // !\nreturn ok(await deps.invoices.load(input.id));',
  ],
  [
    "an action without a return",
    "InvoiceManage",
    'switch (input.action) {\n  case "pay":\n    return ok(await deps.invoices.load(input.id));\n}',
  ],
  [
    "an action that does not exist",
    "InvoiceManage",
    'if (input.action === "burn") return errors.invoiceNotFound({ id: input.id }); // !\nreturn ok(await deps.invoices.load(input.id));',
  ],
  [
    "a param of another action",
    "InvoiceManage",
    'if (input.action === "pay") call.notice(input.reason); // !\nreturn ok(await deps.invoices.load(input.id));',
  ],
];

/** The same for the files beside the handlers of tools, in the form in which they are scaffolded. */
const heads = {
  prompt: [
    'import type { PromptAnswer, PromptHandler } from "pegboard/runtime";',
    'import type { Deps } from "../handlers/deps.ts";',
    "interface Arguments { readonly id: string }",
    "export const handler: PromptHandler<Arguments, Deps> = async (args, deps): Promise<PromptAnswer> => {",
  ],
  resource: [
    'import type { ResourceAnswer, ResourceHandler } from "pegboard/runtime";',
    'import type { Deps } from "../handlers/deps.ts";',
    "interface Variables { readonly id: string }",
    "export const handler: ResourceHandler<Variables, Deps> = async (variables, deps): Promise<ResourceAnswer> => {",
  ],
  host: [
    'import type { Host, OpenHost } from "pegboard/runtime";',
    'import type { Deps } from "../handlers/deps.ts";',
    'declare const invoices: Deps["invoices"];',
    "export const openHost: OpenHost<Deps> = (): Host<Deps> => {",
  ],
  preview: [
    'import { ok, type PreviewedHandler, type PreviewOf } from "pegboard/runtime";',
    'import type { InvoiceGet } from "../../generated/contracts/invoice_get.ts";',
    'import { errors } from "../../generated/errors.ts";',
    'import type { Deps } from "../handlers/deps.ts";',
    "export const used = [ok, errors];",
    "const run = async (_input: unknown, { invoices }: Deps) => ok(await invoices.load('a'));",
    'const preview: PreviewedHandler<InvoiceGet, Deps>["preview"] = async (input, deps): PreviewOf<InvoiceGet> => {',
  ],
} as const;

const otherMistakes: readonly (readonly [title: string, kind: keyof typeof heads, body: string])[] = [
  ["a prompt: a role that messages do not have", "prompt", 'return [{ role: "system", text: args.id }]; // !'],
  ["a prompt: a mistyped key of a message", "prompt", 'return [{ role: "user", txt: args.id }]; // !'],
  ["a prompt: a text without a message", "prompt", "return args.id; // !"],
  [
    "a prompt: a value that may be missing",
    "prompt",
    'return [{ role: "user", text: deps.invoices.find(args.id)?.id }]; // !',
  ],
  ["a resource: an object", "resource", "return { id: variables.id }; // !"],
  ["a resource: null", "resource", "return deps.invoices.find(variables.id) ? variables.id : null; // !"],
  ["a resource: a mistyped key of contents", "resource", 'return [{ uri: "shop://a", txt: variables.id }]; // !'],
  ["a host: without close()", "host", "return { deps: { invoices } }; // !"],
  ["a host: close() that is not async", "host", "return { deps: { invoices }, close: () => {} }; // !"],
  ["a host: a mistyped dependency", "host", "return { deps: { invoice: invoices }, close: async () => {} }; // !"],
  ["a preview: a value without ok()", "preview", "return input.id; // !"],
  [
    "a preview: an error that the tool does not declare",
    "preview",
    "return errors.invoicePaid({ id: input.id }); // !",
  ],
  ["a preview: something other than a text", "preview", "return ok(await deps.invoices.load(input.id)); // !"],
];

function otherText(kind: keyof typeof heads, body: string): string {
  const tail =
    kind === "preview"
      ? ["};", "export const handler: PreviewedHandler<InvoiceGet, Deps> = { preview, run };"]
      : ["};"];
  const given = { prompt: "args", resource: "variables", preview: "input", host: "" }[kind];
  const lines = kind === "host" ? [] : [`  deps.invoices.find(${given}.id);`];
  return [...heads[kind], ...lines, `  ${body}`, ...tail, ""].join("\n");
}

it("says in few words, at the line, what is wrong with a handler", () => {
  const { value, diagnostics } = compile([
    { path: "schema/catalog.yaml", text: catalog },
    { path: "schema/types/invoice.yaml", text: types },
    { path: "schema/tools/invoice/invoice_get.yaml", text: getTool },
    { path: "schema/tools/invoice/invoice_manage.yaml", text: manageTool },
  ]);
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  if (value === undefined) throw new Error("the catalog does not compile");
  const files = [...value.files.filter(({ path }) => path !== "src/handlers/deps.ts")];
  const texts = [
    ...mistakes.map(([title, tool, body]) => ({ title, text: handlerText(tool, body) })),
    ...otherMistakes.map(([title, kind, body]) => ({ title, text: otherText(kind, body) })),
  ];
  const written = texts.map((one, index) => ({
    ...one,
    path: `src/mistakes/m${String(index + 1).padStart(2, "0")}.ts`,
  }));
  const said = typeErrors([...files, { path: "src/handlers/deps.ts", text: deps }, ...written]);
  const found = written.map((one) => report(one, said)).join("\n");
  if (mayRewriteGoldens()) writeFileSync(golden, found);
  expect(found).toBe(readFileSync(golden, "utf8"));
});

function handlerText(tool: Tool, body: string): string {
  const name = tool === "InvoiceGet" ? "invoice_get" : "invoice_manage";
  const lines = body.split("\n").map((line) => `  ${line}`);
  // Without a mark the mistake is that something is missing: it is reported at the declared result.
  const mark = body.includes("// !") ? "" : " // !";
  return [
    'import { ok, type ResultOf } from "pegboard/runtime";',
    `import type { ${tool} } from "../../generated/contracts/${name}.ts";`,
    'import { errors } from "../../generated/errors.ts";',
    'import type { ToolHandler } from "../handlers/deps.ts";',
    "export const used = [ok, errors];",
    `export const handler: ToolHandler<${tool}> = async (input, deps, call): ResultOf<${tool}> => {${mark}`,
    "  call.signal.throwIfAborted();",
    "  deps.invoices.find(input.id);",
    ...lines,
    "};",
    "",
  ].join("\n");
}

/** The first error of a file, which has to be at its mark. @throws Error where the file has none, or it is on another line */
function report(file: { readonly title: string; readonly path: string; readonly text: string }, said: string): string {
  const { title } = file;
  const lines = file.text.split("\n");
  const marked = lines.findIndex((line) => line.endsWith("// !")) + 1;
  const [first] = said.matchAll(new RegExp(`${file.path}\\((\\d+),(\\d+)\\): error (.*(?:\\n +.*)*)`, "g"));
  if (first === undefined) throw new Error(`'${title}' is not an error`);
  const [, line, column, words] = first;
  if (Number(line) !== marked) throw new Error(`'${title}' is reported in line ${line} instead of ${marked}: ${words}`);
  const source = lines[marked - 1]?.replace(/ \/\/ !$/, "") ?? "";
  return `${title}\n    ${source.trim()}\n    ${" ".repeat(Number(column) - 1 - source.search(/\S/))}^\n${words}\n`;
}
