import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as InstalledTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../open-database.ts";
import { mainPath, pegboard, pegboardHere } from "./run-pegboard.ts";

// The built server over HTTP: both clients of the installed base, and whatever else may come over the wire.

const token = "a-token-of-more-than-sixteen-characters";
const clientInfo = { name: "pegboard-test", version: "1.0.0" };
let folder = "";
const started: ChildProcess[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-http-"));
  writeFileSync(join(folder, "token"), `${token}\n`);
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Served {
  readonly url: string;
  readonly child: ChildProcess;
  readonly stderr: () => string;
  readonly exit: Promise<number | null>;
}

async function serve(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const child = spawn(process.execPath, [mainPath, "serve", "--http", "0", ...words], {
    env: { PATH: process.env.PATH, PEGBOARD_DB: join(folder, "workbench.db"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let stderr = "";
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /serving at (\S+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
  });
  return { url, child, stderr: () => stderr, exit };
}

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

/** A request as bytes want it: fetch would set host and origin by itself. */
function raw(
  url: string,
  {
    method = "POST",
    headers = {},
    body = "",
  }: { method?: string; headers?: Readonly<Record<string, string>>; body?: string },
): Promise<{ status: number | undefined; text: string; headers: Readonly<Record<string, unknown>> }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: { ...json, ...headers } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode, text, headers: response.headers }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

describe("both eras over Streamable HTTP", () => {
  it("are served to the client of the installed base and to the modern one, with the same tools", async () => {
    const { url, child, exit } = await serve(["--profile", "core"]);
    const installed = new InstalledClient(clientInfo);
    // The classes fit the clients' Transport; optional members differ only in exactOptionalPropertyTypes.
    await installed.connect(new InstalledTransport(new URL(url)) as never);
    const modern = new ModernClient(clientInfo, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await modern.connect(new ModernTransport(new URL(url)) as never);
    expect(modern.getProtocolEra()).toBe("modern");
    const [ours, theirs] = [await modern.listTools(), await installed.listTools()];
    expect(JSON.stringify(ours.tools)).toBe(JSON.stringify(theirs.tools));

    // A handle is all that a later request, on whatever process, needs to know of an earlier one.
    const opened = await modern.callTool({ name: "session_open", arguments: { agent: "http" } });
    const { session } = opened.structuredContent as { session: string };
    const project = { name: "Atlas", session };
    expect(await installed.callTool({ name: "project_create", arguments: project })).toMatchObject({
      structuredContent: { status: "created" },
    });
    const other = await serve();
    const elsewhere = new ModernClient(clientInfo);
    await elsewhere.connect(new ModernTransport(new URL(other.url)) as never);
    const without = await elsewhere.callTool({ name: "project_create", arguments: { name: "Corvus" } });
    expect(without).toMatchObject({ isError: true, structuredContent: { error: { code: "SESSION_REQUIRED" } } });
    const created = await elsewhere.callTool({ name: "project_create", arguments: { name: "Borealis", session } });
    expect(created).toMatchObject({ structuredContent: { status: "created" } });
    await Promise.all([installed.close(), modern.close(), elsewhere.close()]);
    for (const each of [child, other.child]) each.kill("SIGTERM");
    expect(await exit).toBe(0);
    expect(await other.exit).toBe(0);
  });

  it.each(["on", "off"])(
    "remember the session that a tool opened, for a client that sends no handle, with the fast path %s",
    async (path) => {
      const env = { PEGBOARD_DB: join(folder, `remembered-${path}.db`), PEGBOARD_FAST_PATH: path };
      const first = await serve(["--profile", "ramorie"], env);
      const open = async (url: string) => {
        const client = new InstalledClient(clientInfo);
        const transport = new InstalledTransport(new URL(url));
        // Its optional members differ from the SDK's own type only in exactOptionalPropertyTypes.
        await client.connect(transport as never);
        const outcome = async (name: string, given: Readonly<Record<string, unknown>>) =>
          JSON.stringify((await client.callTool({ name, arguments: given })).structuredContent);
        return { client, outcome };
      };
      const [ada, eve] = [await open(first.url), await open(first.url)];
      expect(await ada.outcome("setup_agent", { agent_name: "ada" })).toContain("ready");
      expect(await ada.outcome("create_project", { name: "Atlas", description: "Maps" })).toContain("created");
      // Another client has a session of its own, or none.
      expect(await eve.outcome("create_project", { name: "Borealis", description: "" })).toContain("SESSION_REQUIRED");
      expect(await eve.outcome("setup_agent", { agent_name: "eve" })).toContain("ready");
      expect(await eve.outcome("create_task", { project: "Atlas", description: "Draw" })).toContain("Draw");
      first.child.kill("SIGTERM");
      expect(await first.exit).toBe(0);
      const again = await serve(["--profile", "ramorie", "--http", new URL(first.url).port], env);
      // The client goes on under the session that the process of before gave it.
      expect(await ada.outcome("create_task", { project: "Atlas", description: "Fold" })).toContain("SESSION_REQUIRED");
      expect(await ada.outcome("setup_agent", { agent_name: "ada" })).toContain("ready");
      expect(await ada.outcome("create_task", { project: "Atlas", description: "Fold" })).toContain("Fold");
      expect(await eve.outcome("create_task", { project: "Atlas", description: "No" })).toContain("SESSION_REQUIRED");
      await Promise.all([ada.client.close(), eve.client.close()]);
      again.child.kill("SIGTERM");
      expect(await again.exit).toBe(0);
    },
  );

  it("share one session of a client's name, where sessions open by themselves", async () => {
    const secret = "c2VjcmV0LWhhbmRsZS1vZi1hLXNlc3Npb24";
    const database = join(folder, "automatic.db");
    const { url, child, stderr } = await serve(["--profile", "zetmem"], {
      PEGBOARD_DB: database,
      PEGBOARD_SESSION: secret,
    });
    const writers = new Map<string, string>();
    const stored = (answer: object, writer: string) => {
      expect(answer).toMatchObject({ structuredContent: { memory_id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
      writers.set((answer as { structuredContent: { memory_id: string } }).structuredContent.memory_id, writer);
    };
    for (const [name, content] of [
      ["helper", "const one = 1;"],
      ["helper", "let two = 2;"],
      ["other", "var three = 3;"],
    ] as const) {
      const modern = new ModernClient({ name, version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
      await modern.connect(new ModernTransport(new URL(url)) as never);
      stored(await modern.callTool({ name: "store_coding_memory", arguments: { content } }), name);
      await modern.close();
    }
    // Stateless HTTP keeps no handshake, so the name of a client of an older revision is not known.
    const installed = new InstalledClient(clientInfo);
    await installed.connect(new InstalledTransport(new URL(url)) as never);
    for (const content of ["fn four() {}", "def five(): pass"]) {
      stored(await installed.callTool({ name: "store_coding_memory", arguments: { content } }), "unknown-agent");
    }
    await installed.close();
    const rows = openDatabase(database, { readonly: true });
    const agents = rows.prepare("SELECT agent FROM sessions ORDER BY agent").pluck().all();
    const memories = rows.prepare<[], { id: string; agent_id: string }>("SELECT id, agent_id FROM memories").all();
    rows.close();
    expect(agents).toEqual(["helper", "other", "unknown-agent"]);
    // An answer of ZetMem names no agent; what is stored does.
    expect(new Map(memories.map(({ id, agent_id }) => [id, agent_id]))).toEqual(writers);
    expect(writers.size).toBe(5);
    // Clients over HTTP are not one: none of them has the session of the server's environment.
    expect(stderr()).toContain("PEGBOARD_SESSION is not used over HTTP");
    expect(stderr()).not.toContain(secret);
    child.kill("SIGTERM");
  });

  it("hand the arguments to the tool exactly as they came", async () => {
    const { url, child } = await serve();
    const body = (id: number, given: unknown) =>
      JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "task_list", arguments: given } });
    const wrong = JSON.parse(
      (await fetch(url, { method: "POST", headers: json, body: body(4, { limit: ["no"] }) }).then(eventData)) ?? "",
    );
    expect(wrong).toMatchObject({
      id: 4,
      result: {
        isError: true,
        structuredContent: { error: { code: "INVALID_ARGUMENTS", violations: [{ path: "/limit" }] } },
      },
    });
    child.kill("SIGTERM");
  });
});

/** The data of the first event, or the body itself. */
async function eventData(response: Response): Promise<string> {
  const text = await response.text();
  return /^data: (.*)$/m.exec(text)?.[1] ?? text;
}

describe("who may speak", () => {
  it("is asked for host, origin and token, in that order, and /healthz answers any client", async () => {
    const { url, child } = await serve([
      "--token-file",
      join(folder, "token"),
      "--allow-origin",
      "https://app.example",
    ]);
    const authorization = `Bearer ${token}`;
    const status = async (headers: Readonly<Record<string, string>>) =>
      (await raw(url, { headers, body: list })).status;
    expect(await status({ authorization })).toBe(200);
    expect(await status({ authorization, origin: "https://app.example" })).toBe(200);
    expect(await status({ authorization, origin: "http://localhost:3000" })).toBe(200);
    expect(await status({ authorization, origin: "https://evil.example" })).toBe(403);
    expect(await status({ authorization, origin: "null" })).toBe(403);
    expect(await status({ authorization, host: "evil.example" })).toBe(421);
    expect(await status({ authorization, host: "127.0.0.1.evil.example" })).toBe(421);
    expect(await status({})).toBe(401);
    expect(await status({ authorization: `Bearer ${token}x` })).toBe(401);
    expect(await status({ authorization: token })).toBe(401);
    const refused = await raw(url, { body: list });
    expect(refused.headers["www-authenticate"]).toBe('Bearer realm="mcp"');
    expect(refused.text).not.toContain(token);
    const health = await raw(url.replace("/mcp", "/healthz"), { method: "GET", headers: { host: "whoever" } });
    expect([health.status, health.text]).toEqual([200, '{"status":"ok"}']);
    expect((await raw(url.replace("/mcp", "/"), { headers: { authorization }, body: list })).status).toBe(404);
    child.kill("SIGTERM");
  });

  it.each([
    [["--http", "0.0.0.0:0"], "can be reached from other machines"],
    [["--http", "70000"], "--http takes PORT or HOST:PORT"],
    [["--http", "localhost"], "--http takes PORT or HOST:PORT"],
    [["--http", "0", "--token-file", "nowhere"], "can't be read"],
  ])("is settled before anything is served: %j", async (words, problem) => {
    const { code, stderr } = await pegboard(["serve", ...words]);
    expect([code, stderr.includes(problem)]).toEqual([2, true]);
  });

  it("never gets a short token as its guard", async () => {
    const { code, stderr } = await pegboard(["serve", "--http", "0"], { env: { PEGBOARD_TOKEN: "short" } });
    expect(code).toBe(2);
    expect(stderr).toContain("16 is the minimum");
    expect(stderr).not.toContain("'short'");
  });
});

describe("bad input", () => {
  it("gets the code that the specification asks for, and the server lives", async () => {
    const { url, child } = await serve();
    const answer = async (body: string) => {
      const { status, text } = await raw(url, { body });
      const { id, error } = JSON.parse(text);
      return [status, id, error.code];
    };
    expect(await answer("{")).toEqual([400, null, -32700]);
    expect(await answer("")).toEqual([400, null, -32600]);
    expect(await answer("[]")).toEqual([400, null, -32600]);
    expect(await answer("7")).toEqual([400, null, -32600]);
    expect(await answer('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":7}}')).toEqual([
      400, 3, -32602,
    ]);
    expect(await answer('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":[]}')).toEqual([400, 3, -32602]);
    expect(
      await answer(`{"jsonrpc":"2.0","id":1,"method":"x","params":${"[".repeat(5_000)}${"]".repeat(5_000)}}`),
    ).toEqual([400, 1, -32602]);
    const large = await raw(url, { body: `"${"x".repeat(5 * 1024 * 1024)}"` }).catch((error: Error) => error);
    // It may hang up before everything was sent.
    if (!(large instanceof Error)) expect(large.status).toBe(413);
    expect((await raw(url, { method: "DELETE" })).status).toBe(405);
    expect((await raw(url, { body: list })).status).toBe(200);
    child.kill("SIGTERM");
  });

  it("does not wait for ever for a request that does not come, and half a request does no harm", async () => {
    const { url, child, exit } = await serve();
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"json`,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
    expect((await raw(url, { body: list })).status).toBe(200);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
  });
});

it("says when the address is taken", async () => {
  const { url, child } = await serve();
  const { code, stderr } = await pegboard(["serve", "--http", new URL(url).port]);
  expect([code, /can't listen at \d+/.test(stderr)]).toEqual([5, true]);
  child.kill("SIGTERM");
});

it("says when the name to listen at leads nowhere", async () => {
  const env = { PEGBOARD_TOKEN: token };
  const { code, stderr } = await pegboardHere(["serve", "--http", "nowhere.invalid:0"], { env });
  expect([code, stderr]).toEqual([5, expect.stringContaining("error: can't listen at nowhere.invalid:0: ")]);
});
