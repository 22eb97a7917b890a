import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveHttp } from "../../src/server/http/serve-http.ts";
import { type LoggedLine, memoryLog, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";

// Requests as they stand on the wire: what no HTTP client would send, and what browsers and load balancers do.

const token = "0123456789abcdef-token";
const stop = new AbortController();
const log: LoggedLine[] = [];
const notes = openNotes();
let port = 0;
let exit: Promise<number>;
let failure: Error | undefined;
let asked = 0;

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
      arrivalMs: 400,
      ready: async () => {
        asked++;
        await new Promise((done) => setTimeout(done, 20));
        if (failure !== undefined) throw failure;
      },
      onListening: (at) => {
        port = Number(new URL(at).port);
        resolve();
      },
    });
  });
});

afterAll(async () => {
  stop.abort();
  expect(await exit).toBe(0);
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends exactly these bytes and reads until the server closes the connection. */
function exchange(head: readonly string[], body: string | Buffer = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk)).on("error", reject);
    socket.on("close", () => resolve(parsed(Buffer.concat(chunks).toString("utf8"))));
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    socket.write(body);
  });
}

function parsed(text: string): Answer {
  const [top = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = top.split("\r\n");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(":")).toLowerCase();
    const value = line.replace(/^[^:]*: */, "");
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const sent = rest.join("\r\n\r\n");
  const body = headers["transfer-encoding"] === "chunked" ? sent.replaceAll(/(^|\r\n)[0-9a-f]+\r\n/g, "").trim() : sent;
  return { status: Number(first.split(" ")[1]), headers, body };
}

const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

function post(more: readonly string[] = [], { target = "/mcp", body = ping as string | Buffer, host = true } = {}) {
  const head = [
    `POST ${target} HTTP/1.1`,
    ...(host ? [`Host: 127.0.0.1:${port}`] : []),
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    ...more,
  ];
  return exchange(head, body);
}

describe("a request that a proxy could read in another way is refused", () => {
  test("the same without its peculiarity is served", async () => {
    expect((await post()).status).toBe(200);
    expect((await post([], { target: `http://127.0.0.1:${port}/mcp` })).status).toBe(200);
  });

  test.each([
    ["Host", "Host: evil.example", "host"],
    ["Host, the same", "HOST: 127.0.0.1", "host"],
    ["Authorization", "authorization: Bearer other-token-0123456", "authorization"],
    ["Content-Type", "content-type: text/plain", "content-type"],
    [
      "MCP-Protocol-Version",
      "MCP-Protocol-Version: 2025-06-18\r\nmcp-protocol-version: 2025-03-26",
      "mcp-protocol-version",
    ],
  ])("a second %s", async (_name, header, said) => {
    const { status, body, headers } = await post([header]);
    expect(status).toBe(400);
    expect(JSON.parse(body).error).toEqual({ code: -32600, message: `Bad request: the header '${said}' came twice` });
    expect(headers.connection).toBe("close");
  });

  test.each(["http://evil.example/mcp", "https://127.0.0.1:1/mcp", "http://", "mcp"])(
    "the target %s",
    async (target) => {
      const { status, body } = await post([], { target });
      expect(status).toBe(400);
      // Node itself refuses what is not a target at all.
      if (body !== "")
        expect(JSON.parse(body).error.message).toBe("Bad request: the request target is not one of this server");
    },
  );

  test("no Host", async () => {
    expect((await post([], { host: false })).status).toBe(400);
  });
});

test.each(["gzip", "br", "GZIP, identity"])(
  "a body with the content coding %s is refused, with what is taken",
  async (coding) => {
    const { status, headers } = await post([`Content-Encoding: ${coding}`], { body: gzipSync(ping) });
    expect(status).toBe(415);
    expect(headers["accept-encoding"]).toBe("identity");
    expect((await post(["Content-Encoding: identity"])).status).toBe(200);
  },
);

test("a body that does not arrive in time ends with the connection", async () => {
  const began = performance.now();
  const head = ["POST /mcp HTTP/1.1", `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${token}`];
  const { status } = await exchange([...head, "Content-Type: application/json", "Content-Length: 100"], "{");
  expect(status).toBe(408);
  // 400 ms, and what Node takes to notice: much less than the half minute that it takes by itself.
  expect(performance.now() - began).toBeLessThan(5_000);
});

describe("a page of another origin", () => {
  const preflight = (origin: string, more: readonly string[] = []) =>
    exchange([
      "OPTIONS /mcp HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      `Origin: ${origin}`,
      "Access-Control-Request-Method: POST",
      "Connection: close",
      ...more,
    ]);

  test("that is allowed learns so before it sends, without the token", async () => {
    const { status, headers } = await preflight("https://app.example", [
      "Access-Control-Request-Headers: authorization, content-type,mcp-protocol-version",
    ]);
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "https://app.example",
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers": "authorization, content-type,mcp-protocol-version",
      "access-control-max-age": "600",
    });
    expect(headers.vary).toMatch(/Origin/);
  });

  test("may read answers, refusals too", async () => {
    for (const [code, more] of [
      [200, []],
      [406, ["Accept: text/html"]],
    ] as const) {
      const { status, headers } = await post(["Origin: https://app.example", ...more]);
      expect([status, headers["access-control-allow-origin"]]).toEqual([code, "https://app.example"]);
      expect(headers["access-control-expose-headers"]).toContain("WWW-Authenticate");
    }
    const { status, headers } = await exchange([
      "POST /mcp HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      "Origin: https://app.example",
      "Connection: close",
    ]);
    expect([status, headers["access-control-allow-origin"]]).toEqual([401, "https://app.example"]);
  });

  test("that is not allowed learns nothing", async () => {
    const asked = await preflight("https://evil.example");
    expect([asked.status, asked.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
    const sent = await post(["Origin: https://evil.example"]);
    expect([sent.status, sent.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  });

  test("can't have names that are none put into an answer", async () => {
    const { status, headers } = await preflight("https://app.example", ["Access-Control-Request-Headers: a b, <c>"]);
    expect([status, headers["access-control-allow-headers"]]).toEqual([204, undefined]);
  });

  test("is not named to a client that is not a page", async () => {
    const { headers } = await post();
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control") || name === "vary")).toEqual([]);
  });
});

describe("readiness", () => {
  const ready = () => exchange(["GET /readyz HTTP/1.1", "Host: probe.internal", "Connection: close"]);

  test("is what the host says, without its reason, which goes to the log", async () => {
    expect(await ready()).toMatchObject({ status: 200, body: '{"status":"ready"}' });
    failure = new Error("the database at /srv/secret/place.db is locked");
    const refused = await ready();
    failure = undefined;
    expect(refused).toMatchObject({ status: 503, body: '{"status":"unavailable"}' });
    expect(log).toContainEqual({
      level: "warn",
      message: "not ready",
      fields: { error: expect.stringContaining("locked") },
    });
    expect(await ready()).toMatchObject({ status: 200 });
  });

  test("is looked for once, however many ask at the same time", async () => {
    const before = asked;
    const answers = await Promise.all(Array.from({ length: 8 }, ready));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(asked - before).toBeLessThan(8);
  });

  test("health does not ask the host", async () => {
    const before = asked;
    const { status } = await exchange(["GET /healthz HTTP/1.1", "Host: probe.internal", "Connection: close"]);
    expect([status, asked - before]).toEqual([200, 0]);
  });
});
