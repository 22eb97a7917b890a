import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFiles } from "../../src/cli/scaffold/project-files.ts";
import { pegboard, root, run } from "./run-pegboard.ts";

// What `pegboard import --openapi` writes for documents of 3.0 and 3.1 type-checks, and calls a server.

const folder = mkdtempSync(join(tmpdir(), "pegboard-openapi-projects-"));
const heard: { readonly method: string | undefined; readonly url: string | undefined; readonly body: string }[] = [];
let api: Server;
let base = "";

beforeAll(async () => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "pegboard"), "junction");
  for (const name of ["@types", "typebox"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name), "junction");
  }
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  api = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      heard.push({ method: request.method, url: request.url, body });
      response.writeHead(200, { "content-type": "application/json" }).end('{"done":true}');
    });
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const address = api.address();
  base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  {
    file: "pets.yaml",
    variable: "PETS_URL",
    tool: "createPet",
    given: { name: "Rex", owner: { fullName: "Ada" } },
    request: { method: "POST", url: "/pets", body: { name: "Rex", owner: { fullName: "Ada" } } },
    lost: [],
  },
  {
    file: "orders.json",
    variable: "ORDERS_URL",
    tool: "createOrder",
    given: { customer: "Ada", note: "soon", kind: "web", lines: [{ itemCode: "a", count: "2" }], total: { cents: 3 } },
    request: {
      method: "POST",
      url: "/orders",
      body: { customer: "Ada", note: "soon", kind: "web", lines: [{ itemCode: "a", count: "2" }], total: { cents: 3 } },
    },
    lost: ["/webhooks/orderPaid left-out", "/jsonSchemaDialect assumed"],
  },
])("$file", ({ file, variable, tool, given, request, lost }) => {
  const catalog = join(folder, file.replace(/\..*/, ""));

  beforeAll(async () => {
    const document = join(root, "test", "fixtures", "openapi", file);
    const { code, stdout } = await pegboard(["import", "--openapi", document, "--into", catalog, "--json"]);
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as { lost: { tool: string; pointer: string; effect: string }[] };
    const ofAll = report.lost.filter((loss) => loss.tool === "" && !loss.pointer.startsWith("/components"));
    expect(ofAll.map(({ pointer, effect }) => `${pointer} ${effect}`)).toEqual(lost);
    expect((await pegboard(["generate", "--catalog", catalog])).code).toBe(0);
  });

  test("type-checks as a project of its own", async () => {
    const settings = projectFiles({ name: "api" }).find(({ path }) => path === "tsconfig.json")?.text ?? "";
    writeFileSync(join(catalog, "tsconfig.json"), settings);
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const checked = await run(process.execPath, [tsc, "--noEmit", "-p", catalog], { cwd: catalog });
    expect(checked).toMatchObject({ code: 0, stdout: "" });
  });

  test("calls the server", async () => {
    heard.length = 0;
    const env = { PEGBOARD_USAGE: "off", [variable]: base };
    const words = ["call", "--catalog", catalog, "--yes", "--json", tool, JSON.stringify(given)];
    expect(await pegboard(words, { env })).toMatchObject({ code: 0, stderr: "" });
    const [only] = heard;
    expect({ ...only, body: JSON.parse(only?.body ?? "null") as unknown }).toEqual(request);
  });
});

test("a schema of 3.1 stands as it was written", async () => {
  const document = join(root, "test", "fixtures", "openapi", "orders.json");
  const into = join(folder, "shown");
  const { stdout } = await pegboard(["import", "--openapi", document, "--into", into, "--dry-run", "--json"]);
  const { files } = JSON.parse(stdout) as { files: { path: string; text: string }[] };
  const text = (name: string) => files.find(({ path }) => path.endsWith(`/${name}.yaml`))?.text ?? "";
  expect(text("create_order")).toContain("note: {type: string, max_length: 200, trim: false, nullable: true}");
  expect(text("create_order")).toContain("customer: {type: string, trim: false, required: true, examples: [Ada]}");
  expect(text("get_order")).toContain("order_id: {wire: orderId, type: integer, above: 0, required: true}");
});
