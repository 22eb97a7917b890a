import type { ServerResponse } from "node:http";
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { connect } from "../../src/client/connect.ts";
import {
  ConnectionLost,
  InvalidAnswer,
  RemoteError,
  type ServerConnection,
  type ServerTarget,
} from "../../src/client/server-connection.ts";
import { failureOf, texts } from "./hostile-target.ts";
import { greet, type HttpServer, json, openHttpServer, result, type Seen } from "./http-server.ts";

// Calls of tools have a path of their own, beside the SDK's: what it sends is the same, whatever comes back is understood.

const timeoutMs = 10_000;
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

type Answer = (request: Seen, response: ServerResponse) => unknown;

async function serve(answer: Answer): Promise<HttpServer> {
  const server = await openHttpServer((request, response) => {
    // The first GET is refused, as of a server that writes nothing without a request.
    const isResumed = request.headers["last-event-id"] !== undefined;
    if (isResumed || !greet(request, response)) answer(request, response);
  });
  open.push(server);
  return server;
}

async function connected(server: HttpServer, more: object = {}): Promise<ServerConnection> {
  const target: ServerTarget = { kind: "http", url: server.url, headers: {}, ...more };
  const connection = await connect(target, { timeoutMs });
  open.push(connection);
  return connection;
}

const calls = ({ seen }: HttpServer) => seen.filter(({ message }) => message?.method === "tools/call");
const text = (words: string) => ({ content: [{ type: "text", text: words }] });
const event = (message: object, id?: string) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: message\ndata: ${JSON.stringify(message)}\n\n`;
const hello = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "web", version: "1" },
};
const eventStream = { "content-type": "text/event-stream" };

describe("a call over HTTP", () => {
  it("is sent with the headers of every other request", async () => {
    const server = await serve(({ message }, response) =>
      json(response, result(message, { ...text("x"), messages: [] })),
    );
    const headers = { "X-Own": "  spaced ", Accept: "text/plain", "Content-Type": "text/plain" };
    const tokens = { current: async () => "t0ken", renew: async () => false, secrets: () => [] };
    const connection = await connected(server, { headers, tokens });
    await connection.callTool("echo", {});
    await connection.getPrompt("p", {});
    // What `fetch` adds by itself.
    const ofFetch = ["accept-encoding", "accept-language", "sec-fetch-mode", "user-agent", "content-length"];
    const [call, other] = server.seen.slice(-2).map((request) => {
      const entries = Object.entries(request.headers).filter(([name]) => !ofFetch.includes(name));
      return Object.fromEntries(entries);
    });
    expect(call).toEqual(other);
    expect(call).toMatchObject({
      authorization: "Bearer t0ken",
      "mcp-session-id": "s-1",
      "mcp-protocol-version": "2025-06-18",
      "x-own": "spaced",
    });
  });

  it("takes progress and the answer from one piece of a stream, whatever its line ends", async () => {
    const server = await serve(({ message }, response) => {
      const progress = { progressToken: progressToken(message), progress: 1, message: "half" };
      const stream =
        event({ jsonrpc: "2.0", method: "notifications/progress", params: progress }) +
        event(result(message, text("done")));
      response.writeHead(200, eventStream).end(`: hello\n${stream}`.replaceAll("\n", "\r\n"));
    });
    const connection = await connected(server);
    const reports: unknown[] = [];
    const answer = await connection.callTool("echo", {}, { onProgress: (report) => reports.push(report) });
    expect(texts(answer)).toEqual(["done"]);
    expect(reports).toEqual([{ done: 1, message: "half" }]);
  });

  it("reads characters that come in two pieces", async () => {
    const server = await serve(async ({ message }, response) => {
      const bytes = Buffer.from(event(result(message, text("Köln"))));
      const within = bytes.indexOf("ö") + 1;
      response.writeHead(200, eventStream).write(bytes.subarray(0, within));
      await new Promise((resolve) => setTimeout(resolve, 20));
      response.end(bytes.subarray(within));
    });
    expect(texts(await (await connected(server)).callTool("echo", {}))).toEqual(["Köln"]);
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("reads an answer in %s", async (encoding, compress) => {
    const server = await serve(({ message }, response) => {
      const headers = { "content-type": "application/json", "content-encoding": encoding };
      response.writeHead(200, headers).end(compress(JSON.stringify(result(message, text("packed")))));
    });
    expect(texts(await (await connected(server)).callTool("echo", {}))).toEqual(["packed"]);
    expect(calls(server)[0]?.headers["accept-encoding"]).toContain(encoding);
  });

  it("reads a stream in gzip before it ends", async () => {
    const server = await serve(({ message }, response) => {
      const packer = createGzip();
      packer.pipe(response.writeHead(200, { ...eventStream, "content-encoding": "gzip" }));
      packer.write(event(result(message, text("packed"))));
      packer.flush();
    });
    expect(texts(await (await connected(server)).callTool("echo", {}))).toEqual(["packed"]);
  });

  it("asks for the rest of a stream that broke off, where the stream has ids", async () => {
    let call: Seen["message"];
    const server = await serve(({ message, headers }, response) => {
      response.writeHead(200, eventStream);
      if (headers["last-event-id"] === undefined) {
        call = message;
        response.end("retry: 10\nid: e-1\ndata:\n\n");
      } else response.end(event(result(call, text("the rest")), "e-2"));
    });
    expect(texts(await (await connected(server)).callTool("echo", {}))).toEqual(["the rest"]);
    expect(server.seen.map(({ headers }) => headers["last-event-id"]).filter(Boolean)).toEqual(["e-1"]);
    expect(calls(server)).toHaveLength(1);
  });

  it("is sent again with another token when the server does not take the first", async () => {
    const server = await serve(({ message, headers }, response) => {
      if (headers.authorization === "Bearer new") json(response, result(message, text("welcome")));
      else response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    });
    let token = "old";
    const renew = async () => {
      token = "new";
      return true;
    };
    const connection = await connected(server, { tokens: { current: async () => token, renew, secrets: () => [] } });
    expect(texts(await connection.callTool("echo", {}))).toEqual(["welcome"]);
    expect(calls(server).map(({ headers }) => headers.authorization)).toEqual(["Bearer old", "Bearer new"]);
  });

  it("follows a redirect within the origin", async () => {
    const server = await serve(({ message, path }, response) => {
      if (path === "/mcp") response.writeHead(307, { location: "/elsewhere" }).end();
      else json(response, result(message, text("here")));
    });
    expect(texts(await (await connected(server)).callTool("echo", {}))).toEqual(["here"]);
  });

  it("may be answered in a list", async () => {
    const server = await serve(({ message }, response) => json(response, [result(message, text("one of one"))]));
    expect(texts(await (await connected(server)).callTool("echo", {}))).toEqual(["one of one"]);
  });

  it.each<[string, Answer, typeof ConnectionLost | typeof InvalidAnswer, string]>([
    [
      "of another type",
      (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      InvalidAnswer,
      "broke the protocol: Unexpected content type: text/html",
    ],
    [
      "that ends too early",
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write("{");
        setTimeout(() => response.destroy(), 20);
      },
      ConnectionLost,
      "can't be reached: ECONNRESET",
    ],
    [
      "of a connection that is cut",
      (_, response) => response.destroy(),
      ConnectionLost,
      "can't be reached: ECONNRESET",
    ],
    [
      "that says that it is packed and is not",
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end("{}");
      },
      ConnectionLost,
      "can't be reached: Z_DATA_ERROR",
    ],
    [
      "without a result",
      ({ message }, response) => json(response, { jsonrpc: "2.0", id: message?.id ?? null, result: null }),
      InvalidAnswer,
      "sent an answer that is neither a result nor an error of JSON-RPC",
    ],
    [
      "to another request",
      (_, response) => json(response, { jsonrpc: "2.0", id: 99_999, result: text("?") }),
      ConnectionLost,
      "ended the stream without an answer",
    ],
  ])("reports an answer %s", async (_, answer, kind, message) => {
    const failure = await failureOf((await connected(await serve(answer))).callTool("echo", {}));
    expect(failure).toBeInstanceOf(kind);
    expect(failure.message).toBe(message);
  });

  it("accepted with HTTP 202 is an error at once, as is any other request", async () => {
    const server = await serve((_, response) => response.writeHead(202).end());
    const connection = await connected(server);
    for (const work of [connection.callTool("echo", {}), connection.getPrompt("p", {})]) {
      const failure = await failureOf(work);
      expect(failure).toBeInstanceOf(InvalidAnswer);
      expect(failure.message).toBe(
        "accepted the request with HTTP 202 and will not answer it; HTTP 202 is for notifications only",
      );
    }
  });

  it.each([400, 404, 422, 500, 503])("keeps code and data of an error that comes with HTTP %i", async (status) => {
    const refused = { code: -32_050, message: "no such row", data: { row: 7 } };
    const server = await openHttpServer(({ message, method }, response) => {
      if (method === "GET") response.writeHead(405).end();
      else if (message?.method === "initialize") json(response, result(message, hello));
      else if (message?.id === undefined) response.writeHead(202).end();
      else {
        const body = { jsonrpc: "2.0", id: message.id, error: refused };
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      }
    });
    open.push(server);
    const connection = await connect({ kind: "http", url: server.url, headers: {} }, { timeoutMs, era: "handshake" });
    open.push(connection);
    for (const work of [connection.callTool("echo", {}), connection.getPrompt("p", {})]) {
      const failure = await failureOf(work);
      expect(failure).toBeInstanceOf(RemoteError);
      expect(failure).toMatchObject({ ...refused, isOfConnection: false });
    }
  });

  it.each([
    [400, "page", "<p>no</p>"],
    [500, "error of another kind", '{"error":{"code":500,"message":"no"}}'],
    [400, "error without a code", '{"jsonrpc":"2.0","id":1,"error":{"message":"no"}}'],
  ])("reports HTTP %i with a %s as it came", async (status, _, body) => {
    const connection = await connected(await serve((_, response) => response.writeHead(status).end(body)));
    const failure = await failureOf(connection.callTool("echo", {}));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(failure.message).toBe(`answered with HTTP ${status}: ${body}`);
  });

  it("that is given up is cancelled at the server", async () => {
    const abort = new AbortController();
    const server = await serve(({ message }, response) => {
      if (message?.method === "tools/call") {
        response.writeHead(200, eventStream).write(": begun\n\n");
        setTimeout(() => abort.abort(new Error("enough")), 20);
      } else response.writeHead(202).end();
    });
    const connection = await connected(server);
    const failure = await failureOf(connection.callTool("echo", {}, { signal: abort.signal }));
    expect(failure.message).toBe("enough");
    await expect.poll(() => server.seen.at(-1)?.message?.method).toBe("notifications/cancelled");
    expect(server.seen.at(-1)?.message?.params).toMatchObject({ requestId: calls(server)[0]?.message?.id });
  });
});

function progressToken(message: Seen["message"]): unknown {
  const { params } = message as { params?: { _meta?: { progressToken?: unknown } } };
  return params?._meta?.progressToken;
}
