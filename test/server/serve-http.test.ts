import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ok } from "../../src/runtime/result.ts";
import { healthPath } from "../../src/server/http/probes.ts";
import { mcpPath, serveHttp } from "../../src/server/http/serve-http.ts";
import { handlers, type LoggedLine, memoryLog, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";

// The HTTP server in the tests' own process: what it does before and around the protocol. What clients see of whole
// exchanges is in test/process/http.test.ts.

const token = "0123456789abcdef-token";
const stop = new AbortController();
const log: LoggedLine[] = [];
const notes = openNotes();
let url: URL;
let exit: Promise<number>;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    exit = serveHttp({
      registry: notesRegistry(),
      dispatch: notes.dispatch,
      close: () => notes.dispatch.close(),
      log: memoryLog(log),
      stop: stop.signal,
      address: { host: "127.0.0.1", port: 0 },
      authorization: { hosts: ["127.0.0.1"], origins: ["https://app.example"], token },
      maxBodyBytes: 2_000,
      onListening: (at) => {
        url = new URL(at);
        resolve();
      },
    });
  });
});

afterAll(async () => {
  stop.abort();
  expect(await exit).toBe(0);
});

test("a running request is answered after the stop, and then the host is closed", async () => {
  const ending = new AbortController();
  const events: string[] = [];
  const list = async () => {
    ending.abort();
    await new Promise((resolve) => setTimeout(resolve, 50));
    events.push("handler");
    return ok([]);
  };
  const slow = openNotes({ registry: notesRegistry({}, { ...handlers, note_list: list }) });
  const served = serveHttp({
    registry: notesRegistry(),
    dispatch: slow.dispatch,
    close: async () => void events.push("closed"),
    log: memoryLog([]),
    stop: ending.signal,
    address: { host: "127.0.0.1", port: 0 },
    authorization: { hosts: ["127.0.0.1"], origins: [] },
    onListening: (at) => {
      const params = { name: "note_list" };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      void send({ body }, new URL(at)).then(({ text }) => events.push(text.includes('"count":0') ? "answer" : text));
    },
  });
  expect(await served).toBe(0);
  expect(events).toEqual(["handler", "answer", "closed"]);
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** fetch would set host and origin by itself. */
function send({ method = "POST", path = mcpPath, headers = {}, body = list }: Sent = {}, to = url) {
  const all: Readonly<Record<string, string | undefined>> = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise<{ status: number | undefined; text: string; headers: object }>((resolve, reject) => {
    const sent = request({ host: to.hostname, port: to.port, path, method, headers: given }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, text, headers: response.headers }));
    });
    sent.on("error", reject);
    sent.end(method === "POST" ? body : undefined);
  });
}

const list = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list", params: {} });
const status = async (sent: Sent = {}) => (await send(sent)).status;

describe("before the body is read", () => {
  test("a request of an allowed host and origin with the token is served", async () => {
    expect(await status()).toBe(200);
    expect(await status({ headers: { origin: "https://app.example" } })).toBe(200);
    expect(await status({ headers: { origin: "http://127.0.0.1:3000" } })).toBe(200);
  });

  test("pages of any other origin are refused", async () => {
    const { status: code, text, headers } = await send({ headers: { origin: "https://evil.example" } });
    expect([code, JSON.parse(text)]).toMatchObject([403, { jsonrpc: "2.0", id: null, error: { code: -32600 } }]);
    expect(headers).toMatchObject({ connection: "close" });
    expect(await status({ headers: { origin: "null" } })).toBe(403);
  });

  test("requests to any other host name, or without the token, are refused", async () => {
    expect(await status({ headers: { host: "evil.example" } })).toBe(421);
    expect(await status({ headers: { authorization: undefined } })).toBe(401);
    expect(await status({ headers: { authorization: "Bearer wrong" } })).toBe(401);
  });

  test("which paths there are is said only to those who may know", async () => {
    expect(await status({ path: "/other" })).toBe(404);
    expect(await status({ path: "/other", headers: { authorization: undefined } })).toBe(401);
    expect(await status({ path: "//" })).toBe(404);
  });

  test("health needs neither host nor token, and only GET and HEAD ask for it", async () => {
    const headers = { host: "evil.example", authorization: undefined };
    expect(await send({ path: healthPath, method: "GET", headers })).toMatchObject({ text: '{"status":"ok"}' });
    expect(await status({ path: healthPath, method: "HEAD", headers })).toBe(200);
    expect(await status({ path: healthPath, headers })).toBe(421);
  });

  test.each([
    [405, { method: "GET" }],
    [415, { headers: { "content-type": "text/plain" } }],
    [406, { headers: { accept: "application/json" } }],
  ])("%d for the wrong method, type or answer", async (code, sent) => {
    expect(await status(sent)).toBe(code);
  });
});

describe("the body", () => {
  test("may be as long as the limit and no longer", async () => {
    const padded = (length: number) => list.padEnd(length, " ");
    expect(await status({ body: padded(2_000) })).toBe(200);
    expect(await status({ body: padded(2_001) })).toBe(413);
    expect(await status({ body: padded(2_001), headers: { "transfer-encoding": "chunked" } })).toBe(413);
  });

  test("is refused where it is not a message, and where two requests share an id", async () => {
    const refused = async (body: string) => JSON.parse((await send({ body })).text).error.code;
    expect(await refused("{")).toBe(-32700);
    expect(await refused("")).toBe(-32600);
    const twice = await send({ body: `[${list},${list}]`, headers: { "mcp-protocol-version": "2025-03-26" } });
    expect([twice.status, JSON.parse(twice.text)]).toMatchObject([400, { id: 7, error: { code: -32600 } }]);
  });
});

test("a client that accepts ranges of types is served as one that names both", async () => {
  expect(await status({ headers: { accept: "application/*, text/*;q=0.5" } })).toBe(200);
  expect(await status({ headers: { accept: undefined } })).toBe(200);
});

test("a session is of one request only", async () => {
  const { handle } = await notes.sessions.open({ agent: "ann" });
  const create = (session: object) => {
    const params = { name: "note_create", arguments: { title: "x", ...session } };
    return send({ body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }) });
  };
  expect((await create({ session: handle })).text).toContain('"by":"ann"');
  expect((await create({})).text).toContain("SESSION_REQUIRED");
});

test.each(["no object", [], null, 7])("arguments that are not an object are a malformed request: %j", async (given) => {
  const params = { name: "note_list", arguments: given };
  const { status: code, text } = await send({
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  expect(code).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    id: 1,
    error: { code: -32602, message: 'Invalid params: "arguments" is not an object' },
  });
});
