import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fileBlocks } from "./markdown-blocks.ts";
import { mainPath, pegboard, root } from "./run-pegboard.ts";

// A server as tsc compiled it years ago: CommonJS, with its version read from the package.json beside it. It moves over in the
// same process, where it must find both its modules and its files.

const hostText = fileBlocks(readFileSync(join(root, "docs", "gateway.md"), "utf8")).get("src/host.ts");

const serverText = `"use strict";
const fs = require("node:fs");
const path = require("path");
const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const types = require("@modelcontextprotocol/sdk/types.js");
exports.createServer = createServer;
const place = path.join(__dirname, "package.json");
const { version } = fs.existsSync(place) ? JSON.parse(fs.readFileSync(place, "utf8")) : { version: "unknown" };
function createServer() {
  const server = new Server({ name: "desk", version }, { capabilities: { tools: {} } });
  server.setRequestHandler(types.ListToolsRequestSchema, async () => ({
    tools: [{ name: "desk_version", description: "Say the version", inputSchema: { type: "object", properties: {} } }],
  }));
  server.setRequestHandler(types.CallToolRequestSchema, async () => ({ content: [{ type: "text", text: version }] }));
  return server;
}
`;

let folder = "";
let catalog = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-outer-"));
  catalog = join(folder, "catalog");
  mkdirSync(join(folder, "node_modules"));
  mkdirSync(join(folder, "old"));
  symlinkSync(root, join(folder, "node_modules", "pegboard"), "junction");
  const sdk = "@modelcontextprotocol";
  symlinkSync(join(root, "node_modules", sdk), join(folder, "node_modules", sdk), "junction");
  writeFileSync(join(folder, "old", "package.json"), '{"name": "desk", "version": "3.2.1"}\n');
  writeFileSync(join(folder, "old", "server.js"), serverText);
  writeFileSync(
    join(folder, "old", "main.js"),
    'const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");\nrequire("./server.js").createServer().connect(new StdioServerTransport());\n',
  );
  const start = ["--stdio", "--", process.execPath, join(folder, "old", "main.js")];
  expect((await pegboard(["import", "--gateway", "--into", catalog, ...start])).code).toBe(0);
  writeFileSync(join(catalog, "src", "host.ts"), hostText ?? "");
  expect((await pegboard(["generate", "--catalog", catalog])).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function answerOf(args: readonly string[]): Promise<unknown> {
  const client = new Client({ name: "caller", version: "1" });
  const env = { PATH: process.env.PATH ?? "", PEGBOARD_USAGE: "off" };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], env, stderr: "ignore" }));
  const { content } = await client.callTool({ name: "desk_version", arguments: {} });
  await client.close();
  return content;
}

it("a CommonJS server that reads a file beside itself answers in the same process", async () => {
  expect(await answerOf([mainPath, "serve", "--catalog", catalog])).toEqual([{ type: "text", text: "3.2.1" }]);
});

it("an edit of it is there at the next start", async () => {
  writeFileSync(join(folder, "old", "server.js"), serverText.replace("text: version", 'text: "edited " + version'));
  const edited = [{ type: "text", text: "edited 3.2.1" }];
  expect(await answerOf([mainPath, "serve", "--catalog", catalog])).toEqual(edited);
  writeFileSync(join(folder, "old", "server.js"), serverText);
});

it("a build has the server without that file, and says so", async () => {
  const built = await pegboard(["build", "--no-check", "--catalog", catalog]);
  expect(built).toMatchObject({
    code: 0,
    stderr:
      "warning: files beside a source are not part of the build, and these sources ask where they are: ../old/server.js\n",
  });
  expect(await answerOf([join(catalog, "dist", "server.js")])).toEqual([{ type: "text", text: "unknown" }]);
});

it("import names the words of a gateway's command that lead elsewhere from another folder", async () => {
  const words = (path: string, into: string) =>
    ["import", "--gateway", "--into", into, "--stdio", "--", process.execPath, path] as const;
  const relative = await pegboard(words("old/main.js", "near"), { cwd: folder });
  expect(relative.stdout).toContain("\n'old/main.js' in the command is relative: start the gateway in this folder, ");
  const whole = await pegboard(words(join(folder, "old", "main.js"), "anywhere"), { cwd: folder });
  expect(whole.code).toBe(0);
  expect(whole.stdout).not.toContain("is relative");
});
