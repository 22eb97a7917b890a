import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fileBlocks, outputBelow } from "./markdown-blocks.ts";
import { type Finished, root, run } from "./run-pegboard.ts";

// What people have written for tool-cli runs on our library with another import path. The snippets in
// test/fixtures/bridge-seed are its own, word for word but for that path; what they take for granted (`myMcpClient`, `pi`,
// filled maps) stands before and behind them here. Beside them stands what docs/bridge.md shows for clients of the SDK.

const snippet = (name: string) => readFileSync(join(root, "test", "fixtures", "bridge-seed", `${name}.ts`), "utf8");
const echoServer = join(root, "test", "bridge", "echo-server.mjs");

const document = readFileSync(join(root, "docs", "bridge.md"), "utf8");

const programs = {
  // "Implementing ToolProvider", "Integration with agent harnesses", and the client that reads both from the environment.
  simple: `
${snippet("simple-provider")}
const myMcpClient = {
  callTool: async (server: string, tool: string, args: Record<string, unknown>) => ({ content: [server, tool, args] }),
};
const pi = { setEnv: (name: string, value: string) => { process.env[name] = value; } };
${snippet("harness")}
${snippet("import-client")}
const servers = await rpcCall("listServers");
const described = await rpcCall("describeTool", { server: "my-server", tool: "search" });
const called = await rpcCall("callTool", { server: "my-server", tool: "search", arguments: { query: "auth" } });
const refused = await rpcCall("callTool", { server: "my-server", tool: "search", arguments: {} }).catch((error) => error.message);
await server.stop();
console.log(JSON.stringify({ servers, required: described.inputSchema.required, content: called.content, refused }));
`,
  // "MCP SDK (TypeScript/JavaScript)", with a real client of SDK 1.x and a real server.
  sdk: `
${snippet("import-all")}
import type { ToolInfo, ToolProvider } from "pegboard/bridge/server";
${snippet("sdk-provider")}
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const client = new Client({ name: "seed", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: process.execPath, args: [${JSON.stringify(echoServer)}] }));
const mcpProvider = new McpToolProvider();
mcpProvider["clients"].set("echo", { client, tools: (await client.listTools()).tools as ToolInfo[] });
const server = new ToolCliServer(mcpProvider);
const { port, token } = await server.start();
const options = { port, token };
const { tools } = await rpcCall("listTools", { server: "echo" }, options);
const result = await rpcCall("callTool", { server: "echo", tool: "echo", arguments: { text: "hi" } }, options);
await server.stop();
await client.close();
console.log(JSON.stringify({ count: tools.length, result }));
`,
  // "The full interface": a type that its author wrote fits.
  interface: `
${snippet("import-server").replace("ToolProvider }", "ToolProvider as OurProvider }")}
${snippet("interface")}
declare const theirs: ToolProvider;
const ours: OurProvider = theirs;
// @ts-expect-error: the mutation; were our types not found, everything would fit
const none: OurProvider = { getServerNames: () => [], getTools: () => [] };
console.log(typeof ToolCliServer, ours === none);
`,
  clients: fileBlocks(document).get("clients.ts") ?? "",
} as const;

let folder = "";
let checked: Finished;
beforeAll(async () => {
  // What the snippets import is found as an installed package is.
  folder = mkdtempSync(join(tmpdir(), "pegboard-seed-"));
  mkdirSync(join(folder, "node_modules", "@modelcontextprotocol"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules", "pegboard"));
  for (const name of [
    ...["sdk", "client", "server-everything"].map((name) => `@modelcontextprotocol/${name}`),
    "@types",
  ]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, `${name}.ts`), text);
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  const compilerOptions = {
    module: "NodeNext",
    target: "ES2023",
    types: ["node"],
    strict: true,
    // The seed's class leaves the types of its methods' params out.
    noImplicitAny: false,
    skipLibCheck: true,
    noEmit: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  [checked] = await Promise.all([
    run(process.execPath, [tsc, "-p", folder], { cwd: folder }),
    build({
      absWorkingDir: folder,
      entryPoints: ["simple.ts", "sdk.ts", "clients.ts"],
      outdir: folder,
      bundle: true,
      packages: "external",
      format: "esm",
      platform: "node",
    }),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("type-checks against what we publish", () => {
  expect(checked).toEqual({ code: 0, stdout: "", stderr: "" });
});

it("the simple provider, the harness and rpcCall run", async () => {
  const { code, stdout, stderr } = await run(process.execPath, ["simple.js"], { cwd: folder });
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toEqual({
    servers: { servers: [{ name: "my-server", toolCount: 1, examples: ["search"] }] },
    required: ["query"],
    content: ["my-server", "search", { query: "auth" }],
    refused: "Invalid arguments for 'search' of 'my-server': the arguments must have the property 'query', a text",
  });
});

it("the provider over a client of SDK 1.x runs", async () => {
  const { code, stdout, stderr } = await run(process.execPath, ["sdk.js"], { cwd: folder });
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toEqual({
    count: 12,
    result: {
      content: [{ type: "text", text: '{"text":"hi"}' }],
      structuredContent: { given: { text: "hi" } },
    },
  });
});

it("the provider of the document runs", async () => {
  const { code, stdout, stderr } = await run(process.execPath, ["clients.js"], { cwd: folder });
  expect([code, stderr, stdout]).toEqual([0, "", outputBelow(document, "Over clients of the SDK")]);
});
