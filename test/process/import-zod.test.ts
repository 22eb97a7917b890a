import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { runChild } from "../../src/process/run-child.ts";
import { mainPath, pegboard, root } from "./run-pegboard.ts";

// `pegboard import --zod` as people run it: a module is run in a process of its own, and its tools become a catalog.

const folder = mkdtempSync(join(tmpdir(), "pegboard-zod-"));
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Report {
  readonly lost: readonly { readonly pointer: string; readonly why: string; readonly effect: string }[];
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

async function imported(source: string, env: Readonly<Record<string, string>> = {}, timeoutSeconds = 6) {
  const timeout = String(timeoutSeconds);
  const given = ["--family", "tools", "--dry-run", "--json", "--timeout", timeout, "--into", join(folder, "none")];
  const started = performance.now();
  const { code, stdout, stderr } = await pegboard(["import", "--zod", source, ...given], { env });
  const report: Report = code === 0 ? JSON.parse(stdout) : { lost: [], files: [] };
  const text = (name: string) => report.files.find(({ path }) => path.endsWith(`/${name}.yaml`))?.text;
  const lost = report.lost
    .filter(({ effect }) => effect !== "assumed")
    .map(({ pointer, why }) => `${pointer.slice(pointer.indexOf("#") + 1)}: ${why}`);
  return { code, stderr, lost, all: report.lost, text, seconds: (performance.now() - started) / 1000 };
}

function fixture(name: string): string {
  return join(root, "test", "fixtures", "from-code", name);
}

let count = 0;
function written(text: string): string {
  const path = join(folder, `module${count++}.mjs`);
  writeFileSync(path, text);
  return path;
}

describe("what modules export", () => {
  test("tools with Zod 4 values, as the official SDK and FastMCP take them, and pairs of schemas", async () => {
    const { text, lost } = await imported(fixture("zod-tools.mjs"));
    expect(text("create_invoice")).toContain("wire: create-invoice\ntitle: Create an invoice\n");
    expect(text("create_invoice")).toContain("title: {type: string, min_length: 1, trim: false, required: true, descr");
    expect(text("create_invoice")).toContain("annotations: {destructiveHint: false, idempotentHint: false}");
    expect(text("list_invoices")).toContain(
      "params: {state: {type: enum, values: [open, paid]}, limit: {type: number, default: 10}}",
    );
    expect(text("send_reminder")).toContain("result: {type: object, fields: {sent: {type: boolean, required: true}}}");
    expect(lost).toEqual([
      "alone: a schema alone is not a tool",
      "createInvoice/inputSchema/properties/customer: a refinement is code",
      "createInvoice/outputSchema/properties/due: date has no form in JSON",
      "sendReminderInput/inputSchema/properties/id: a transform is code",
      "tools[0]/inputSchema/properties/limit: a value of another type is converted by code",
    ]);
  });

  test("Zod 3, through the zod-to-json-schema that the module has", async () => {
    const { text, lost } = await imported(fixture("zod3-tools.mjs"));
    expect(text("create_note")).toContain(`params:
  title: {type: string, min_length: 1, trim: false, required: true, description: First line}
  tags: {type: array, items: {type: string, trim: false}}
  owner: {type: string, trim: false, required: true}
  pages: {type: integer, required: true}
`);
    expect(lost).toEqual([
      "default.createNote/inputSchema/properties/tags/items: a transform is code",
      "default.createNote/inputSchema/properties/owner: a brand is a matter of types",
      "default.createNote/inputSchema/properties/pages: what comes before the check is code",
    ]);
  });

  test("any Standard Schema that gives JSON Schema, and JSON Schema itself", async () => {
    const { text, lost } = await imported(fixture("standard-tools.mjs"));
    for (const name of ["write_note", "drop_note"])
      expect(text(name)).toContain("params: {title: {type: string, trim: false, required: true}}");
    expect(lost).toEqual(["tools.readNote/inputSchema: own gives no JSON Schema"]);
  });

  const changed: readonly (readonly [member: string, effect: string])[] = [
    ["z.string().trim()", "dropped"],
    ["z.string().min(1).trim()", "dropped"],
    ["z.string().trim().min(1)", "assumed"],
    ["z.string().toLowerCase().regex(/^[a-z]+$/)", "assumed"],
    ["z.string().transform(Number)", "dropped"],
    ["z.string().transform(Number).pipe(z.number().max(5))", "wider"],
    ["z.string().pipe(z.string().min(3)).transform(Number)", "wider"],
    ["z.preprocess(Number, z.number())", "narrower"],
    ['z.string().catch("x")', "narrower"],
  ];
  test.each([
    ["zod", [...changed, ["z.stringbool()", "wider"] as const]],
    ["zod/v3", changed],
  ])("%s: values that are changed before a check are judged differently", async (zod, members) => {
    const shape = members.map(([member], index) => `m${index}: ${member}`).join(", ");
    const tool = `{ name: "one", description: "Do one thing with texts.", inputSchema: z.object({ ${shape} }) }`;
    const { all } = await imported(written(`import { z } from "${zod}";\nexport const one = ${tool};\n`));
    const ofCode = all.filter(({ why }) => why.endsWith("code"));
    const effectsOf = (index: number) =>
      ofCode.filter(({ pointer }) => pointer.endsWith(`/m${index}`)).map(({ effect }) => effect);
    expect(members.map(([member], index) => [member, ...effectsOf(index)])).toEqual(members);
  });

  test("a module that is a tool", async () => {
    expect((await imported(fixture("module-tool.mjs"))).text("greet")).toContain("description: Who is greeted}");
  });

  test("Zod 3 without zod-to-json-schema says what to install", async () => {
    const alone = mkdtempSync(join(tmpdir(), "pegboard-zod-alone-"));
    const path = join(alone, "tools.mjs");
    const value = `{ _def: { typeName: "ZodObject", shape: () => ({}) } }`;
    writeFileSync(path, `export const a = { name: "a", inputSchema: ${value} };`);
    const { code, stderr } = await imported(path);
    rmSync(alone, { recursive: true });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("install zod-to-json-schema") });
  });
});

const good = `export const ok = { name: "ok", description: "Do what is asked for.", inputSchema: { type: "object" } };`;

describe("a hostile module", () => {
  test.each([
    ["exits", "process.exit(0);", "ended with code 0 before its exports were read"],
    ["throws", `throw new Error("\\u001b[2Jno");`, "before its exports were read: Error: \\u{1b}[2Jno"],
    ["throws nothing", "throw undefined;", "before its exports were read"],
    ["waits for ever", "await new Promise(() => {});", "before its exports were read"],
    ["waits for ever with a timer", "setInterval(() => {}, 9); await new Promise(() => {});", "did not end within 2"],
    ["never ends", "process.on('SIGTERM', () => {}); for (;;) {}", "did not end within 2"],
    [
      "prints without an end",
      "const { writeSync } = await import('node:fs'); for (;;) try { writeSync(1, 'x'.repeat(65536)) } catch {}",
      "printed more",
    ],
    [
      "complains without an end",
      "const { writeSync } = await import('node:fs'); for (;;) try { writeSync(2, 'x'.repeat(65536)) } catch {}",
      "did not end within 2",
    ],
    [
      "fills the memory",
      "const all = []; for (;;) all.push(new Array(1e5).fill(all.length));",
      "before its exports were read",
    ],
    [
      "starts a program",
      "(await import('node:child_process')).execFileSync('/bin/true');",
      "can't write files, start programs or threads",
    ],
    [
      "forks",
      `(await import('node:child_process')).fork(${JSON.stringify(import.meta.filename)});`,
      "can't write files, start programs or threads",
    ],
    [
      "starts a thread",
      "new (await import('node:worker_threads')).Worker('0', { eval: true });",
      "can't write files, start programs or threads",
    ],
    [
      "writes a file",
      `(await import('node:fs')).writeFileSync(${JSON.stringify(join(folder, "canary"))}, '');`,
      "can't write files, start programs or threads",
    ],
    ["is not there", undefined, "can't be read"],
    ["has no tool", "export const a = 1;", "exports no tool"],
    ["breaks at a look", "export const a = { get inputSchema() { throw new Error('looked at'); } };", "looked at"],
    ["is not a module", "export const = ;", "SyntaxError"],
  ])("that %s is refused with a reason", async (_, text, said) => {
    const path =
      text === undefined ? join(folder, "absent.mjs") : written(`${text}\n${text.includes("export") ? "" : good}`);
    // What only the clock ends keeps a processor busy until then.
    const { code, stderr, seconds } = await imported(path, {}, said.endsWith("within 2") ? 2 : 6);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain("\u001b");
    expect(stderr).not.toContain("internal error");
    expect([code === 0, existsSync(join(folder, "canary")), seconds < 25]).toEqual([false, false, true]);
  });

  test("that prints has its words apart from the answer", async () => {
    const forged = `{"tools":[{"name":"forged"}],"places":[],"lost":[]}`;
    const print = `(await import("node:fs")).writeSync(1, ${JSON.stringify(`${forged}\n`)}); console.log(${JSON.stringify(forged)});`;
    const { code, text } = await imported(written(`${print}\n${good}\nprocess.on("exit", () => console.log("last"));`));
    expect([code, text("ok") !== undefined, text("forged")]).toEqual([0, true, undefined]);
  });

  test("sees no variable of ours", async () => {
    const look = `export const a = { name: "a", description: JSON.stringify(process.env), inputSchema: { type: "object" } };`;
    const { code, text } = await imported(written(look), { PEGBOARD_SECRET: "a-very-secret-key" });
    expect([code, text("a")]).toEqual([0, expect.not.stringContaining("secret")]);
  });

  test("has names of prototypes, code in its texts and paths as names", async () => {
    const texts = [
      "__proto__",
      "constructor",
      "../../escaped",
      "*/ process.exit(3) /*",
      "{{constructor}}",
      "\u001b[2J",
      "- a: &b [*b]",
    ];
    const tools = texts.map((name) => ({
      name,
      description: name,
      inputSchema: JSON.parse(`{"type":"object","properties":{${JSON.stringify(name)}:{"type":"string"}}}`),
    }));
    const { code, stderr } = await imported(
      written(`export const tools = JSON.parse(${JSON.stringify(JSON.stringify(tools))});`),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("has no network, where the system can take it away", async ({ skip }) => {
    const probe = await runChild("/usr/bin/unshare", ["--user", "--net", "--", "/bin/true"]).catch(() => undefined);
    if (probe?.code !== 0) skip("namespaces are not allowed here");
    let heard = 0;
    const server = createServer((_, response) => {
      heard++;
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { code } = await imported(written(`await fetch("http://127.0.0.1:${port}/").catch(() => {});\n${good}`));
    await new Promise((resolve) => server.close(resolve));
    expect([code, heard]).toEqual([0, 0]);
  });
});

test.each([
  [["--zod", "a.mjs", "--types", "a.ts"], "--types and --zod can't be combined"],
  [["--zod", "a.mjs", "--gateway"], "--gateway and --zod can't be combined"],
  [["--zod", "a.mjs", "b.mjs"], "'b.mjs' is one source too many beside --zod"],
])("%j is refused", async (args, said) => {
  expect(await pegboard(["import", ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
});

test("the example of docs/import.md", async () => {
  const page = readFileSync(join(root, "docs", "import.md"), "utf8");
  const [, code = "", yaml = ""] = /```js\n(.*?)```.*?```yaml\n(.*?)```/s.exec(page) ?? [];
  const { text } = await imported(written(`import { z } from "zod";\n${code}`));
  const lines = yaml.trimEnd().split("\n");
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(text("create_invoice")).toContain(`\n${line}\n`);
});

test("what is written compiles, and its list is that of the module", async () => {
  const into = join(folder, "catalog");
  expect((await pegboard(["import", "--zod", fixture("zod-tools.mjs"), "--into", into])).code).toBe(0);
  expect((await pegboard(["generate", "--catalog", into])).code).toBe(0);
  const args = [mainPath, "serve", "--catalog", into];
  const connection = await connectStdio({ command: process.execPath, args, cwd: folder });
  const listed = (await connection.listTools()).map(({ name }) => name);
  await connection.close();
  expect(listed).toEqual(["create-invoice", "sendReminder", "listInvoices"]);
});
