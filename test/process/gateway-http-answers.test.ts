import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { greet, type HttpServer, json, openHttpServer, result } from "../client/http-server.ts";
import { mainPath, pegboard, run } from "./run-pegboard.ts";

// A gateway to a server over HTTP whose answers are unusual, for the clients of both SDKs.

const folder = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-gateway-http-")));
const names = ["accepted", "refused", "failed"];
const refused = { code: -32_050, message: "no such row", data: { row: 7 } };
const inputSchema: JsonObject = {
  type: "object",
  properties: { row: { type: "integer" }, none: false, deep: { type: "object", properties: { none: false } } },
};
let server: HttpServer;
let client: Client;

const serving = () => ({
  command: process.execPath,
  args: [mainPath, "serve", "--catalog", folder],
  env: { PATH: process.env.PATH ?? "" },
  stderr: "ignore" as const,
});

beforeAll(async () => {
  server = await openHttpServer((request, response) => {
    if (greet(request, response)) return;
    const { message } = request;
    const fail = (status: number, id: Json) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, error: refused }));
    const params = message?.params as { readonly name?: string } | undefined;
    if (message?.method === "tools/list") {
      json(
        response,
        result(message, { tools: names.map((name) => ({ name, description: `Is ${name}.`, inputSchema })) }),
      );
    } else if (params?.name === "accepted") response.writeHead(202).end();
    else if (params?.name === "refused") fail(400, message?.id ?? null);
    else fail(500, null);
  });
  const imported = await pegboard(["import", "--gateway", "--into", folder, "--url", server.url.href]);
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect((await pegboard(["generate", "--catalog", folder])).code).toBe(0);
  client = new Client({ name: "unchanged", version: "1" });
  await client.connect(new StdioClientTransport(serving()));
}, 120_000);
afterAll(async () => {
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function call(name: string): Promise<JsonObject> {
  return client.request(
    { method: "tools/call", params: { name, arguments: {} } },
    CallToolResultSchema,
  ) as Promise<JsonObject>;
}

test("clients of both SDKs take a list in which a param must be absent", { timeout: 60_000 }, async () => {
  const modern = new ModernClient({ name: "modern", version: "1" });
  await modern.connect(new ModernStdio(serving()));
  for (const { tools } of [await client.listTools(), await modern.listTools()]) {
    expect(tools.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(tools[0]?.inputSchema.properties).toEqual({
      row: { type: "integer" },
      none: { not: {} },
      deep: { type: "object", properties: { none: { not: {} } } },
    });
  }
  await modern.close();
});

test("an error in the body of HTTP 4xx or 5xx keeps its code and data", async () => {
  await expect(call("refused")).rejects.toMatchObject({
    code: refused.code,
    message: expect.stringContaining(refused.message),
    data: refused.data,
  });
});

test("one that names no request is about the connection: a failed call that says all of it", async () => {
  const text = `'the server behind the gateway' answered with an error that names no request: no such row (-32050): {"row":7}`;
  expect(await call("failed")).toEqual({ content: [{ type: "text", text }], isError: true });
});

test("a call that the server accepts and does not answer fails at once, with the reason", async () => {
  const text =
    "'the server behind the gateway' accepted the request with HTTP 202 and will not answer it; HTTP 202 is for notifications only";
  expect(await call("accepted")).toEqual({ content: [{ type: "text", text }], isError: true });
});

test("a diff of two imports reports no handler, unless it was written by hand", { timeout: 60_000 }, async () => {
  const next = join(folder, "next");
  for (const part of ["schema", "src"]) cpSync(join(folder, part), join(next, part), { recursive: true });
  for (const name of names) {
    const path = join(next, "schema/tools/web", `${name}.yaml`);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace("row: {type: integer}", "row: {type: string}"));
  }
  writeFileSync(
    join(next, "src/handlers/web/failed.ts"),
    "// Before: = forwardTo();\nexport const failed = () => ({ row: 7 });\n",
  );
  const { stdout } = await pegboard(["diff", folder, next, "--format", "json", "--all"]);
  const { changes } = JSON.parse(stdout) as {
    readonly changes: readonly { readonly id: string; readonly tool: string }[];
  };
  expect(
    changes
      .filter(({ id }) => id === "param-changed")
      .map(({ tool }) => tool)
      .sort(),
  ).toEqual([...names].sort());
  expect(changes.filter(({ id }) => id.startsWith("handler-")).map(({ id, tool }) => [id, tool])).toEqual([
    ["handler-signature-changed", "failed"],
  ]);
});

test("so does a diff of two commits of a gateway, and of its saved catalogs", { timeout: 90_000 }, async () => {
  const repository = join(folder, "repository");
  for (const part of ["schema", "src"]) cpSync(join(folder, part), join(repository, part), { recursive: true });
  const git = async (...words: string[]) => {
    const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    const { code, stderr } = await run("git", [...identity, ...words], { cwd: repository });
    expect(code, stderr).toBe(0);
  };
  const keep = async (name: string) => {
    expect(await pegboard(["generate", "--catalog", repository])).toMatchObject({ code: 0 });
    cpSync(join(repository, "generated/.cache/catalog.json"), join(repository, `${name}.json`));
    await git("add", "schema", "src");
    await git("commit", "-qm", name);
    await git("tag", name);
  };
  await git("init", "-q");
  await keep("one");
  const [name = ""] = names;
  const path = join(repository, "schema/tools/web", `${name}.yaml`);
  writeFileSync(path, readFileSync(path, "utf8").replace("row: {type: integer}", "row: {type: string}"));
  await keep("two");
  for (const [base, head] of [
    ["one", "two"],
    ["one.json", "two.json"],
    ["one.json", "generated/.cache/catalog.json"],
  ] as const) {
    const { stdout } = await pegboard(["diff", base, head, "--format", "json", "--all"], { cwd: repository });
    const { changes } = JSON.parse(stdout) as { readonly changes: readonly { readonly id: string }[] };
    const ids = changes.map(({ id }) => id);
    expect(ids, head).toContain("param-changed");
    expect(ids.filter((id) => id.startsWith("handler-"))).toEqual([]);
  }
});
