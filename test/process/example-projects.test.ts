import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { planPackageJson } from "../../src/cli/scaffold/package-json.ts";
import { projectFiles } from "../../src/cli/scaffold/project-files.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { fileBlocks } from "./markdown-blocks.ts";
import { type Finished, pegboard, pegboardHere, root, run } from "./run-pegboard.ts";

// Each folder of examples/ is a project as a user has it. Copies of them are compiled, checked, tested, built and called.

interface Example {
  readonly tests: number;
  /** Names in the order of the list, without the built-in tools that follow them. */
  readonly tools: readonly string[];
  /** Made one after the other over stdio, in one connection. */
  readonly calls: readonly (readonly [tool: string, args: JsonObject, result: JsonObject])[];
}

const line = { kind: "product", description: "Tea", quantity: 2, unit_price: 10 };
const secrets = { PAYMENT_WEBHOOK_SECRET: "whsec" };

const emma = { id: 1, title: "Emma", author: "Jane Austen" };
const ada = { name: "Ada", entityType: "person", observations: ["writes programs"] };

const examples: { readonly [folder: string]: Example } = {
  hello: {
    tests: 1,
    tools: ["greeting_send"],
    calls: [["greeting_send", { name: "Ada", tone: "formal" }, { greeting: "Good day, Ada." }]],
  },
  library: {
    tests: 7,
    tools: ["book_add", "book_search", "loan_end", "loan_start"],
    calls: [
      ["book_add", { title: "Emma", author: "Jane Austen" }, emma],
      ["loan_start", { book: 1, reader: "Ada" }, { ...emma, on_loan_to: "Ada" }],
      ["book_search", { words: "austen" }, { items: [{ ...emma, on_loan_to: "Ada" }], count: 1 }],
      ["loan_end", { book: 1 }, emma],
    ],
  },
  invoices: {
    tests: 31,
    tools: [
      "customer_create",
      "customer_search",
      "customer_get",
      "invoice_create",
      "invoice_get",
      "invoice_list",
      "invoice_manage",
      "invoice_chart",
      "invoice_delete",
      "invoice_export",
      "payment_webhook_verify",
      "report_summary",
    ],
    calls: [
      ["customer_create", { name: "Ada", email: "ada@example.org" }, { id: "c1" }],
      [
        "invoice_create",
        { customer_id: "c1", issued_on: "2026-03-01", due_on: "2026-03-31", lines: [line] },
        { id: "i1", total: 20, status: "draft" },
      ],
      ["invoice_list", {}, { items: [{ id: "i1", total: 20 }] }],
      ["invoice_delete", { invoice_id: "i1", confirm: true }, { deleted: "i1" }],
    ],
  },
  imported: {
    tests: 3,
    tools: [
      "add_observations",
      "create_entities",
      "create_relations",
      "delete_entities",
      "delete_observations",
      "delete_relations",
      "open_nodes",
      "read_graph",
      "search_nodes",
    ],
    calls: [
      ["create_entities", { entities: [ada] }, { entities: [ada] }],
      ["read_graph", {}, { entities: [ada], relations: [] }],
    ],
  },
};

let copies = "";
beforeAll(() => {
  // Below node_modules, so that the copies find the packages of this repository; `pegboard` is what was built.
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  copies = mkdtempSync(join(cache, "pegboard-example-projects-"));
  const own = new Set(["node_modules", "generated", "dist"]);
  for (const name of Object.keys(examples)) {
    const source = join(root, "examples", name);
    mkdirSync(join(copies, name));
    for (const entry of readdirSync(source).filter((entry) => !own.has(entry))) {
      cpSync(join(source, entry), join(copies, name, entry), { recursive: true });
    }
    mkdirSync(join(copies, name, "node_modules"));
    symlinkSync(root, join(copies, name, "node_modules", "pegboard"), "junction");
  }
});
afterAll(() => rmSync(copies, { recursive: true, force: true }));

it("are all tested here", () => {
  const folders = readdirSync(join(root, "examples"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name)).toEqual(Object.keys(examples).sort());
});

describe.each(Object.entries(examples))("examples/%s", (name, { tests, tools, calls }) => {
  const folder = () => join(copies, name);
  const read = (path: string) => readFileSync(join(root, "examples", name, path), "utf8");

  it("has the settings that `pegboard init` writes", () => {
    const { dependencies, devDependencies, ...fixed } = JSON.parse(planPackageJson({ name }, undefined).text);
    expect(JSON.parse(read("package.json"))).toMatchObject({
      ...fixed,
      dependencies: expect.objectContaining(dependencies),
      devDependencies: expect.objectContaining(devDependencies),
    });
    const settings = projectFiles({ name }).find(({ path }) => path === "tsconfig.json")?.text ?? "";
    expect(JSON.parse(read("tsconfig.json"))).toEqual(JSON.parse(settings));
  });

  it("compiles without errors, and needs no new file by hand", async () => {
    const { code, stdout } = await pegboardHere(["generate"], { cwd: folder() });
    expect(code).toBe(0);
    expect(stdout).not.toContain("created src/");
    expect((await pegboardHere(["generate", "--check"], { cwd: folder() })).code).toBe(0);
  });

  it("type-checks, and its tests pass", async () => {
    expect(await own("typescript/bin/tsc")).toEqual({ code: 0, stdout: "", stderr: "" });
    const { code, stdout } = await own("vitest/vitest.mjs", "run");
    expect({ code, summary: /Tests\s.*/.exec(stripVTControlCharacters(stdout))?.[0] }).toEqual({
      code: 0,
      summary: `Tests  ${tests} passed (${tests})`,
    });
  });

  it("builds a server that an MCP client can call", async () => {
    expect((await pegboardHere(["build"], { cwd: folder() })).code).toBe(0);
    const connection = await connectStdio({
      command: process.execPath,
      args: ["dist/server.js"],
      cwd: folder(),
      env: secrets,
    });
    try {
      const listed = (await connection.listTools()).map((tool) => tool.name);
      expect(listed.slice(0, tools.length)).toEqual(tools);
      for (const [tool, args, structuredContent] of calls) {
        expect(await connection.callTool(tool, args)).toMatchObject({ isError: false, structuredContent });
      }
    } finally {
      await connection.close();
    }
  });

  it("answers the calls of its README as printed there", async () => {
    const printed = [...read("README.md").matchAll(/^npx pegboard (call .*?) +# (\{.*\})$/gm)];
    expect(printed.length).toBeGreaterThan(0);
    for (const [, call = "", answer = ""] of printed) {
      const { code, stdout } = await pegboard(shellWords(call), {
        cwd: folder(),
        env: { ...secrets, LIBRARY_DB: join(folder(), "library.db") },
      });
      expect({ call, code, answer: JSON.parse(stdout) }).toEqual({ call, code: 0, answer: JSON.parse(answer) });
    }
  });

  function own(script: string, ...words: string[]): Promise<Finished> {
    return run(process.execPath, [join(root, "node_modules", ...script.split("/")), ...words], { cwd: folder() });
  }
});

describe("examples/invoices", () => {
  it("takes no more than 450 lines of YAML and handlers for twelve tools, a prompt and a resource", () => {
    const folders = ["schema", "src/handlers", "src/prompts", "src/resources"];
    const files = folders.flatMap((folder) => filesBelow(join(root, "examples/invoices", folder)));
    const lines = files.map((path) => readFileSync(path, "utf8").split("\n").slice(0, -1));
    expect(files.filter((path) => path.endsWith("deps.ts"))).toHaveLength(1);
    expect(lines.flat().length).toBeLessThanOrEqual(450);
  });

  it("shows what each action of a tool does", async () => {
    const { stdout } = await pegboard(["describe", "invoice_manage"], { cwd: join(copies, "invoices"), env: secrets });
    expect(stdout).toContain(`
Actions, by action
  send  changes   A draft becomes sent
  pay   changes   A sent one becomes paid            paid_on
  void  destroys  One that is not paid becomes void  reason *
`);
  });

  it("shows the options of a union apart from each other", async () => {
    const { stdout } = await pegboard(["describe", "invoice_create"], { cwd: join(copies, "invoices"), env: secrets });
    const names = stdout.split("\n").map((line) => line.replace(/(?<=\S)(?: \*)?(?: {2,}.*)?$/, ""));
    const start = names.indexOf("  lines");
    expect(names.slice(start, start + 10)).toEqual([
      "  lines",
      "    either",
      "      kind",
      "      description",
      "      quantity",
      "      unit_price",
      "    or",
      "      kind",
      "      description",
      "      amount",
    ]);
  });

  it("shows its prompt at the shell, completes it, and says what keeps a handler from making it", async () => {
    const at = { cwd: join(copies, "invoices"), env: secrets };
    const listed = await pegboard(["prompts"], at);
    expect(listed.stdout).toBe(
      "invoices\n  write_reminder  invoice_id *  tone *  Ask for a reminder of an invoice that is not paid.\n",
    );
    const words = ["prompts", "write_reminder", "invoice_id=i7", "tone=firm"];
    const refused = await pegboard(words, at);
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 4, stdout: "" });
    expect(refused.stderr).toContain("error: there is no invoice 'i7' that waits for payment\n");
    const closed = await pegboard(words, { cwd: at.cwd, env: { PAYMENT_WEBHOOK_SECRET: "" } });
    expect(closed.code).toBe(5);
    expect(closed.stderr).toContain("PAYMENT_WEBHOOK_SECRET");
    const typed = ["__complete", "--", "prompts", "--catalog", ".", "write_reminder", "tone=f"];
    expect((await pegboard(typed, at)).stdout).toBe("words\ntone=friendly\t\ntone=firm\t\ntone=final\t\n");
  });

  it("is not what `serve` alone serves, which says so", async () => {
    const folder = join(copies, "invoices", "src");
    const { code, stdout, stderr } = await pegboard(["serve"], { cwd: folder, env: secrets, stdin: "" });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "",
      stderr: "the workbench is served; --catalog .. serves the catalog there\n",
    });
  });

  it("names the tool whose handler has another name, where its types are not checked", async () => {
    const file = join(copies, "invoices", "src", "handlers", "customer", "customer_get.ts");
    const text = readFileSync(file, "utf8");
    try {
      writeFileSync(file, text.replace("const customerGet", "const getCustomer"));
      const words = ["call", "customer_get", "customer_id=c1"];
      const { code, stderr } = await pegboard(words, { cwd: join(copies, "invoices"), env: secrets });
      expect(code).toBe(3);
      expect(stderr).toContain("'customer_get' has no handler: its file in src/handlers/customer exports another name");
    } finally {
      writeFileSync(file, text);
    }
  });
});

it("a described tool ends with a call that holds what its first action requires", async () => {
  const { stdout } = await pegboard(["describe", "pack_manage", "--workbench"], { cwd: copies });
  expect(stdout.trimEnd().split("\n").at(-1)).toBe(
    `pegboard call pack_manage '{"action":"create","name":"…","type":"project"}'`,
  );
});

describe("examples/hello", () => {
  it("is the catalog of README.md", () => {
    const shown = fileBlocks(readFileSync(join(root, "README.md"), "utf8"));
    expect(shown.size).toBe(3);
    for (const [path, text] of shown) expect(readFileSync(join(root, "examples/hello", path), "utf8")).toBe(text);
  });
});

describe("examples/imported", () => {
  it("has the schema that `pegboard import` writes from the saved list, but for the param that was renamed since", async () => {
    const fresh = join(copies, "fresh");
    mkdirSync(fresh);
    const list = join(root, "examples/imported/server-memory.json");
    expect((await pegboardHere(["import", list, "--server", "memory"], { cwd: fresh })).code).toBe(0);
    const [written, moved] = [textsBelow(join(fresh, "schema")), textsBelow(join(root, "examples/imported/schema"))];
    const changed = Object.keys(moved).filter((path) => moved[path] !== written[path]);
    expect(Object.keys(moved)).toEqual(Object.keys(written));
    expect(changed).toEqual(["catalog.yaml", "tools/memory/search_nodes.yaml"]);
  });
});

/** As a POSIX shell splits them: at spaces outside quotes. */
function shellWords(line: string): string[] {
  return (line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2"),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function textsBelow(folder: string): { readonly [path: string]: string } {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
  return Object.fromEntries(files.sort().map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}
