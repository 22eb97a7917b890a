import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { dirname, join } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectFiles } from "../../src/cli/scaffold/project-files.ts";
import { modernEnvelope } from "../server/wire.ts";
import { fileBlocks } from "./markdown-blocks.ts";
import { pegboardHere, root, run } from "./run-pegboard.ts";

// docs/mounting.md beside the project that `pegboard init` makes: its blocks are compiled, type-checked, started and called.

const blocks = fileBlocks(readFileSync(join(root, "docs", "mounting.md"), "utf8"));
const applications = ["with-node", "with-express", "with-hono"] as const;
const token = "a-token-of-more-than-sixteen-characters";
const authorized = { authorization: `Bearer ${token}` };
const clientInfo = { name: "pegboard-test", version: "1.0.0" };

let folder = "";
const started: ChildProcess[] = [];
beforeAll(async () => {
  // Below node_modules, so that the packages of this repository are found; `pegboard` is what was built.
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "pegboard-mounting-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "pegboard"), "junction");
  put("package.json", '{"name": "notes", "type": "module"}\n');
  for (const { path, text } of projectFiles({ name: "notes" })) put(path, text);
  put("schema/catalog.yaml", read("schema/catalog.yaml").replace("server:\n", "server:\n  subscriptions: true\n"));
  for (const [path, text] of blocks) put(path, path.endsWith(".yaml") ? `${read(path)}${text}` : text);
  const generated = await pegboardHere(["generate"], { cwd: folder });
  if (generated.code !== 0) throw new Error(`${generated.stdout}${generated.stderr}`);
  // The same applications around the handler of the page that takes access tokens.
  for (const name of applications) put(`src/oauth/${name}.ts`, read(`src/${name}.ts`));
  const entries = [...applications, ...applications.map((name) => `oauth/${name}`), "with-users", "worker"];
  await build({
    entryPoints: entries.map((name) => join(folder, "src", `${name}.ts`)),
    outdir: join(folder, "dist"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const read = (path: string) => readFileSync(join(folder, path), "utf8");
function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

interface Started {
  readonly origin: string;
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
}

/** Starts an application of the page, and waits until it listens. */
async function start(name: string, env: Readonly<Record<string, string>> = { MCP_TOKEN: token }): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, "dist", `${name}.mjs`)], {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  started.push(child);
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const origin = `http://localhost:${port}`;
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      await ask(origin, { method: "GET", path: "/" });
      return { origin, child, exit };
    } catch {
      // It does not listen yet.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`${name} does not listen`);
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as it is: fetch would set the host itself. */
function ask(origin: string, { method = "POST", path = "/mcp", headers = {}, body = "" }: Asked) {
  return new Promise<{ status: number | undefined; text: string; headers: Readonly<Record<string, unknown>> }>(
    (resolve, reject) => {
      const { port } = new URL(origin);
      const sent = request({ host: "127.0.0.1", port, method, path, headers: { host: "localhost", ...headers } });
      sent.once("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.once("end", () => resolve({ status: response.statusCode, text, headers: response.headers }));
      });
      sent.once("error", reject).end(body);
    },
  );
}

interface Stream {
  readonly status: number | undefined;
  readonly contentType: string | undefined;
  readonly end: Promise<unknown>;
}

/** A stream that the server keeps open. */
function stream(origin: string, { method = "POST", headers = {}, body = "" }: Asked): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/mcp`, { method, headers: { ...json, ...authorized, ...headers } });
    sent.once("response", (response) => {
      const end = new Promise((ended) => response.resume().once("end", ended).once("error", ended));
      resolve({ status: response.statusCode, contentType: response.headers["content-type"], end });
    });
    sent.once("error", reject).end(body);
  });
}

/** What clients of both eras hold to hear of changes. */
async function holdStreams(origin: string): Promise<readonly Stream[]> {
  const old = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const begun = await ask(origin, {
    headers: { ...json, ...authorized },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: old }),
  });
  const session = { "mcp-session-id": String(begun.headers["mcp-session-id"]), "mcp-protocol-version": "2025-11-25" };
  const method = "subscriptions/listen";
  const params = { _meta: modernEnvelope, notifications: { resourceSubscriptions: ["notes://all"] } };
  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": method };
  return Promise.all([
    stream(origin, { method: "GET", headers: { ...session, accept: "text/event-stream" } }),
    stream(origin, { headers: modern, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) }),
  ]);
}

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

it("type-checks", async () => {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  expect(await run(process.execPath, [tsc], { cwd: folder })).toEqual({ code: 0, stdout: "", stderr: "" });
});

describe.each(applications)("the application of src/%s.ts", (name) => {
  let application: Started;
  beforeAll(async () => {
    application = await start(name);
  });

  it("serves the tools to a client of the installed base", async () => {
    const client = new Client(clientInfo);
    const at = new URL(`${application.origin}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(at, { requestInit: { headers: authorized } }));
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain("note_create");
    const made = await client.callTool({ name: "note_create", arguments: { title: name } });
    expect(made.structuredContent).toMatchObject({ title: name });
    const again = await client.callTool({ name: "note_create", arguments: { title: name } });
    expect(again.isError).toBe(true);
    await client.close();
  });

  it("serves them to a client of 2026-07-28", async () => {
    const client = new ModernClient(clientInfo);
    const at = new URL(`${application.origin}/mcp`);
    await client.connect(new ModernTransport(at, { requestInit: { headers: authorized } }));
    const { structuredContent } = await client.callTool({ name: "note_list", arguments: {} });
    expect(JSON.stringify(structuredContent)).toContain(name);
    await client.close();
  });

  it("keeps its own pages", async () => {
    const { status, text } = await ask(application.origin, { method: "GET", path: "/" });
    expect({ status, text }).toEqual({ status: 200, text: "The pages of the application" });
  });

  it("refuses requests without the token, for other hosts, and of pages elsewhere", async () => {
    const send = (headers: Readonly<Record<string, string>>) =>
      ask(application.origin, { headers: { ...json, ...headers }, body: list });
    const refused = await send({});
    expect(refused.status).toBe(401);
    expect(refused.headers["www-authenticate"]).toBe('Bearer realm="mcp"');
    expect((await send({ authorization: "Bearer another-token-of-more-than-16" })).status).toBe(401);
    expect((await send({ ...authorized, host: "attacker.example" })).status).toBe(421);
    expect((await send({ ...authorized, origin: "https://attacker.example" })).status).toBe(403);
    expect((await send(authorized)).status).toBe(200);
  });

  it("ends the streams of clients that wait for changes when it stops, and then itself", async () => {
    const streams = await holdStreams(application.origin);
    const open = { status: 200, contentType: "text/event-stream" };
    expect(streams).toMatchObject([open, open]);
    application.child.kill("SIGTERM");
    await Promise.all(streams.map(({ end }) => end));
    expect(await application.exit).toBe(0);
  });
});

describe.each(applications)("the application of src/%s.ts with OAuth", (name) => {
  it("shows clients where the authorization server is", async () => {
    const { origin, child } = await start(`oauth/${name}`, {});
    const refused = await ask(origin, { headers: json, body: list });
    expect(refused.status).toBe(401);
    const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(String(refused.headers["www-authenticate"])) ?? [];
    const { status, text } = await ask(origin, { method: "GET", path: new URL(metadata).pathname });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ authorization_servers: ["https://login.example.org"] });
    child.kill("SIGKILL");
  });
});

describe("the application of src/with-users.ts", () => {
  it("shows a user what the user's scopes open, and refuses the rest", async () => {
    const { origin, child, exit } = await start("with-users", {});
    const send = (body: object) =>
      ask(origin, {
        headers: { ...json, cookie: "session=ada" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
      });
    expect((await ask(origin, { headers: json, body: list })).status).toBe(401);
    const listed = await send({ method: "tools/list", params: {} });
    expect(listed.text).toContain('"note_list"');
    expect(listed.text).not.toContain('"note_create"');
    const call = { method: "tools/call", params: { name: "note_create", arguments: { title: "Milk" } } };
    const refused = await send(call);
    expect(refused.status).toBe(403);
    expect(refused.headers["www-authenticate"]).toContain('scope="notes:read notes:write", error="insufficient_scope"');
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
  });
});

describe("the worker", () => {
  it("answers requests of fetch", async () => {
    // What a platform does with such a module, in a process of its own: here the package's name leads to the sources.
    put(
      "dist/platform.mjs",
      `import worker from "./worker.mjs";
const { headers, body } = JSON.parse(process.argv[2]);
const send = (more) =>
  worker.fetch(new Request("http://localhost/mcp", { method: "POST", headers: { ...headers, ...more }, body }));
const answers = [await send({ authorization: "Bearer " + process.env.MCP_TOKEN }), await send({})];
console.log(JSON.stringify(await Promise.all(answers.map(async (each) => [each.status, await each.text()]))));
`,
    );
    const words = [join(folder, "dist", "platform.mjs"), JSON.stringify({ headers: json, body: list })];
    const { stdout, stderr } = await run(process.execPath, words, { env: { MCP_TOKEN: token } });
    expect(stderr).toBe("");
    const answers: readonly (readonly [number, string])[] = JSON.parse(stdout);
    expect(answers.map(([status]) => status)).toEqual([200, 401]);
    expect(answers[0]?.[1]).toContain('"note_create"');
  });
});
