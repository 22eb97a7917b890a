import { setMaxListeners } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPool, type PoolOptions, type ServerPool } from "../../src/client/pool.ts";
import { ConnectionLost, RemoteError, RequestTimeout } from "../../src/client/server-connection.ts";
import { isJsonObject } from "../../src/contract/json.ts";
import { failureOf, hostile, isGone, texts } from "./hostile-target.ts";
import { greet, json, openHttpServer, result } from "./http-server.ts";

const open: ServerPool[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

describe("a pool of servers", () => {
  it("has 64 calls under way with one signal, and warns of nothing", async () => {
    const warnings: string[] = [];
    const listen = ({ message }: Error) => warnings.push(message);
    process.on("warning", listen);
    const pool = poolOf({ a: "modern", b: "legacy" });
    const { signal } = new AbortController();
    // Who hands one signal to many says so, as the shell does.
    setMaxListeners(0, signal);
    const calls = Array.from({ length: 64 }, (_, at) => pool.callTool(at % 2 === 0 ? "a" : "b", "pid", {}, { signal }));
    expect(new Set((await Promise.all(calls)).flatMap(texts)).size).toBe(2);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });

  it("starts each once, for all who come first, and ends all", async () => {
    const pool = poolOf({ a: "legacy", b: "modern" });
    expect(pool.names).toEqual(["a", "b"]);
    const calls = ["a", "a", "a", "b"].map((name) => pool.callTool(name, "pid", {}));
    const pids = (await Promise.all(calls)).flatMap(texts);
    expect(new Set(pids).size).toBe(2);
    expect(pids[0]).toBe(pids[2]);
    expect(await pool.facts("b")).toMatchObject({ revision: "2026-07-28", pid: Number(pids[3]) });
    await pool.close();
    expect(await Promise.all(pids.map((pid) => isGone(Number(pid))))).toEqual([true, true, true, true]);
    const failure = await failureOf(pool.listTools("a"));
    expect(failure.message).toBe("'a' was closed");
  });

  it.each([
    ["can't start", "ends-at-once", "ended with exit code 3; last lines of stderr: no licence for *** in here"],
    ["dies of every question", "dies-at-list", "ended with exit code 9; last lines of stderr: fatal: *** was wrong"],
  ])(
    "a server that %s is reported with its name, is left alone for a while, and does not affect the others",
    async (_, mode, reported) => {
      const folder = mkdtempSync(join(tmpdir(), "pegboard-pool-"));
      const starts = join(folder, "starts");
      const targets = { down: hostile(mode, "here", starts), up: hostile("legacy") };
      const pool = openPool(new Map(Object.entries(targets)));
      open.push(pool);
      const both = Promise.all([1, 2].map(() => failureOf(pool.listTools("down"))));
      expect((await pool.listTools("up")).length).toBe(3);
      const failures = [...(await both)];
      expect(failures[0]?.message).toBe(`'down' ${reported}`);
      for (let asked = 0; asked < 20; asked++) failures.push(await failureOf(pool.listTools("down")));
      const [reason, printed] = reported.split("; last lines");
      const again = `'down' was not asked, because it failed a moment ago (${reason}); try again in; last lines${printed}`;
      for (const failure of failures) {
        expect(failure).toBeInstanceOf(ConnectionLost);
        expect([`'down' ${reported}`, again]).toContain(failure.message.replace(/(?<= in) [\d.]+ seconds?/, ""));
      }
      expect(failures.filter(({ message }) => message.includes("was not asked")).length).toBeGreaterThan(10);
      // Each of the few starts may ask for the newest revision, and then once more as of old.
      expect(readFileSync(starts, "utf8").split("\n").length).toBeLessThan(15);
      rmSync(folder, { recursive: true });
    },
  );

  it("does not repeat a call, and starts again for the next one", async () => {
    const pool = poolOf({ a: "legacy" });
    const [first] = texts(await pool.callTool("a", "pid", {}));
    const failure = await failureOf(pool.callTool("a", "dies", {}));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(failure.message).toBe("'a' ended with exit code 9; last lines of stderr: fatal: *** was wrong");
    // It died young, so there is a pause; a call that comes meanwhile is not sent, and says so.
    const early = await failureOf(pool.callTool("a", "pid", {}));
    expect(early).toBeInstanceOf(ConnectionLost);
    expect(early.message).toMatch(/^'a' was not asked, because it failed a moment ago \(ended with exit code 9\); /);
    expect(early.message).toMatch(/\); try again in 0\.[1-5] seconds; last lines of stderr: /);
    await new Promise((resolve) => setTimeout(resolve, 600));
    const [second] = texts(await pool.callTool("a", "pid", {}));
    expect(second).not.toBe(first);
  });

  it("asks for a list again, on a new connection, when a server has forgotten the old one", async () => {
    let known = false;
    const server = await openHttpServer((request, response) => {
      if (request.message?.method === "initialize") known = true;
      if (greet(request, response)) return;
      if (!known) response.writeHead(404).end();
      else json(response, result(request.message, { tools: [{ name: "a", inputSchema: {} }], content: [] }));
    });
    const pool = openPool(new Map([["web", { kind: "http", url: server.url, headers: {} }]]));
    open.push(pool);
    expect(await pool.listTools("web")).toHaveLength(1);
    known = false;
    expect(await pool.listTools("web")).toHaveLength(1);
    // It refuses the call unread, so this is sent again too.
    known = false;
    expect(await pool.callTool("web", "a", {})).toMatchObject({ content: [] });
    const calls = server.seen.filter(({ message }) => message?.method === "tools/call");
    expect(calls).toHaveLength(2);
    await pool.close();
    await server.close();
  });

  it("sends a call again once only, and never after another error or without a session", async () => {
    let status = 404;
    let hasSessions = true;
    const server = await openHttpServer((request, response) => {
      if (!hasSessions && request.message?.method === "initialize") {
        const serverInfo = { name: "web", version: "1" };
        const hello = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo };
        json(response, result(request.message, hello));
      } else if (!greet(request, response)) response.writeHead(status).end();
    });
    const callsOf = async () => {
      const pool = openPool(new Map([["web", { kind: "http", url: server.url, headers: {} }]]));
      open.push(pool);
      const before = server.seen.length;
      const failure = await failureOf(pool.callTool("web", "a", {}));
      expect(failure).toBeInstanceOf(ConnectionLost);
      expect(failure.message).toBe(`'web' answered with HTTP ${status}`);
      return server.seen.slice(before).filter(({ message }) => message?.method === "tools/call").length;
    };
    expect(await callsOf()).toBe(2);
    status = 502;
    expect(await callsOf()).toBe(1);
    status = 404;
    hasSessions = false;
    expect(await callsOf()).toBe(1);
    await server.close();
  });

  it("makes a new connection after an error of HTTP 400 that names no request, which a call gets with code and data", async () => {
    let isKnown = true;
    const refused = { code: -32_000, message: "Bad Request: no valid session", data: { why: "restart" } };
    const server = await openHttpServer((request, response) => {
      if (request.message?.method === "initialize") isKnown = true;
      if (greet(request, response)) return;
      if (isKnown) json(response, result(request.message, { tools: [{ name: "a", inputSchema: {} }], content: [] }));
      else response.writeHead(400).end(JSON.stringify({ jsonrpc: "2.0", id: null, error: refused }));
    });
    const pool = openPool(new Map([["web", { kind: "http", url: server.url, headers: {} }]]));
    open.push(pool);
    expect(await pool.callTool("web", "a", {})).toMatchObject({ content: [] });
    isKnown = false;
    // It may have run, so it is not sent again.
    const failure = await failureOf(pool.callTool("web", "a", {}));
    expect(failure).toBeInstanceOf(RemoteError);
    expect(failure).toMatchObject(refused);
    expect(await pool.callTool("web", "a", {})).toMatchObject({ content: [] });
    isKnown = false;
    expect(await pool.listTools("web")).toHaveLength(1);
    await pool.close();
    await server.close();
  });

  it("lets calls go on where another one fails, and sends all of them again where the session is over", async () => {
    let sessions = new Set<unknown>();
    let made = 0;
    const waiting: (() => void)[] = [];
    const server = await openHttpServer((request, response) => {
      const { message, method, headers } = request;
      const session = headers["mcp-session-id"];
      const answered = () => json(response, result(message, { content: [{ type: "text", text: String(session) }] }));
      if (message?.method === "initialize") {
        sessions.add(String(++made));
        const serverInfo = { name: "web", version: "1" };
        const hello = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo };
        json(response, result(message, hello), { "mcp-session-id": String(made) });
      } else if (method === "DELETE") response.writeHead(200).end();
      else if (greet(request, response)) return;
      else if (!sessions.has(session)) response.writeHead(404).end();
      else {
        const { params } = message ?? {};
        const name = isJsonObject(params) ? String(params.name) : "";
        if (name === "waits") waiting.push(answered);
        else if (name === "says") answered();
        else response.writeHead(Number(name)).end();
      }
    });
    const pool = openPool(new Map([["web", { kind: "http", url: server.url, headers: {} }]]));
    open.push(pool);
    const says = async () => texts(await pool.callTool("web", "says", {}))[0];
    const ended = () =>
      server.seen.filter(({ method }) => method === "DELETE").map(({ headers }) => headers["mcp-session-id"]);
    const waits = pool.callTool("web", "waits", {});
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    // Too much was asked: the session is as good as before.
    await failureOf(pool.callTool("web", "429", {}));
    expect(await says()).toBe("1");
    await failureOf(pool.callTool("web", "500", {}));
    expect(await says()).toBe("2");
    expect(ended()).toEqual([]);
    for (const answer of waiting) answer();
    expect(texts(await waits)).toEqual(["1"]);
    await vi.waitFor(() => expect(ended()).toEqual(["1"]));

    sessions = new Set();
    expect(await Promise.all([says(), says(), says(), says()])).toEqual(["3", "3", "3", "3"]);
    // The closing of the pool ends what still runs.
    const last = failureOf(pool.callTool("web", "waits", {}));
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    await failureOf(pool.callTool("web", "500", {}));
    await pool.close();
    expect(await last).toBeInstanceOf(ConnectionLost);
    await server.close();
  });

  it("closes who is idle, and starts it again when it is asked", async () => {
    const pool = poolOf({ a: "legacy" }, { idleMs: 50 });
    const [first] = texts(await pool.callTool("a", "pid", {}));
    expect(await isGone(Number(first))).toBe(true);
    const [second] = texts(await pool.callTool("a", "pid", {}));
    expect(second).not.toBe(first);
  });

  it("waits for a start no longer than who asks, and does not end it for the others", async () => {
    const pool = poolOf({ silent: "silent" }, { startMs: 30_000 });
    const patient = failureOf(pool.listTools("silent"));
    const failure = await failureOf(pool.listTools("silent", { timeoutMs: 50 }));
    expect(failure).toBeInstanceOf(RequestTimeout);
    expect(failure.message).toBe("'silent' was not ready within 0.05 seconds");
    const controller = new AbortController();
    const asked = pool.listTools("silent", { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(asked).rejects.toBe(controller.signal.reason);
    await pool.close();
    expect((await patient).message).toBe("'silent' was closed");
  });
});

function poolOf(modes: Readonly<Record<string, string>>, options?: PoolOptions): ServerPool {
  const pool = openPool(new Map(Object.entries(modes).map(([name, mode]) => [name, hostile(mode)])), options);
  open.push(pool);
  return pool;
}
