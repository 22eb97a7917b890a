import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { connect } from "../../src/client/connect.ts";
import { boundedFetch } from "../../src/client/http-transport.ts";
import { ConnectionLost, ConnectionRefused, type ServerTarget } from "../../src/client/server-connection.ts";
import { failureOf, texts } from "./hostile-target.ts";
import { greet, type HttpServer, json, openHttpServer, result, type Seen } from "./http-server.ts";

const timeoutMs = 10_000;
const token = "t0ken-of-nobody";
const headers = { Authorization: `Bearer ${token}` };
const open: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

describe("a server of the older revisions", () => {
  it("is greeted with the headers of the target, called in its session, and notified when it is over", async () => {
    const server = await serve((request, response) => {
      if (greet(request, response)) return;
      json(response, result(request.message, { content: [{ type: "text", text: "hi", odd: 1 }], more: true }));
    });
    const connection = await connect(at(server), { timeoutMs });
    expect(connection.server).toEqual({ name: "web", version: "1" });
    expect(connection.revision).toBe("2025-06-18");
    const answer = await connection.callTool("echo", { a: 1 });
    expect(answer).toEqual({ content: [{ type: "text", text: "hi", odd: 1 }], more: true });
    await connection.close();
    expect(await connection.ended).toEqual({ reason: "closed" });
    const asked = server.seen.map(({ method, message }) => `${method} ${String(message?.method ?? "")}`.trim());
    expect(asked.filter((line) => line !== "GET")).toEqual([
      "POST server/discover",
      "POST initialize",
      "POST notifications/initialized",
      "POST tools/call",
      "DELETE",
    ]);
    expect(server.seen.every((request) => request.headers.authorization === headers.Authorization)).toBe(true);
    expect(server.seen.at(-1)?.headers["mcp-session-id"]).toBe("s-1");
  });

  it("that breaks off in the middle of an answer is lost", async () => {
    const server = await serve((request, response) => {
      if (greet(request, response)) return;
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": wait\n\n");
      response.end();
    });
    const connection = await connect(at(server), { timeoutMs });
    const failure = await failureOf(connection.callTool("echo", {}));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(failure.message).toBe("ended the stream without an answer");
    await connection.close();
  });

  it("that has forgotten the session is lost, and what it says of the headers is not repeated", async () => {
    const server = await serve((request, response) => {
      if (greet(request, response)) return;
      response.writeHead(404).end(`no session for ${request.headers.authorization}`);
    });
    const connection = await connect(at(server), { timeoutMs });
    const failure = await failureOf(connection.callTool("echo", {}));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(failure.message).toBe("answered with HTTP 404: no session for ***");
    await connection.close();
  });

  it("may know only the transport of 2024-11-05", async () => {
    let stream: ServerResponse | undefined;
    const server = await serve(({ method, path, message }, response) => {
      if (path === "/mcp" && method === "GET") {
        stream = response.writeHead(200, { "content-type": "text/event-stream" });
        stream.write("event: endpoint\ndata: /messages?s=1\n\n");
      } else if (path === "/mcp") response.writeHead(405).end();
      else {
        response.writeHead(202).end();
        if (message?.id === undefined) return;
        const hello = { protocolVersion: "2024-11-05", capabilities: {}, serverInfo: { name: "old", version: "1" } };
        const value = message.method === "initialize" ? hello : { content: [{ type: "text", text: "old" }] };
        stream?.write(`data: ${JSON.stringify(result(message, value))}\n\n`);
      }
    });
    const connection = await connect(at(server), { timeoutMs });
    expect(connection.revision).toBe("2024-11-05");
    expect(texts(await connection.callTool("echo", {}))).toEqual(["old"]);
    expect(server.seen.at(-1)?.headers.authorization).toBe(headers.Authorization);
    await connection.close();
  });
});

describe("an old server that stumbles over the first question", () => {
  it("is greeted as of old", async () => {
    const server = await serve((request, response) => {
      if (request.message?.method === "server/discover") response.writeHead(500).end("TypeError");
      else greet(request, response);
    });
    const connection = await connect(at(server), { timeoutMs });
    expect(connection.revision).toBe("2025-06-18");
    await connection.close();
  });
});

describe("a server of 2026-07-28", () => {
  it("gets the headers that its tool wants, once it has said so", async () => {
    const wanted = { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } };
    const server = await serve(({ message, headers: sent }, response) => {
      const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
      if (message?.method === "server/discover") {
        const facts = { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
        json(response, result(message, { ...complete, ...facts }));
      } else if (message?.method === "tools/list") {
        json(response, result(message, { ...complete, tools: [{ name: "move", inputSchema: wanted }] }));
      } else if (sent["mcp-param-region"] === undefined) {
        const error = { code: -32_020, message: "header missing" };
        response.writeHead(400, { "content-type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id: message?.id ?? null, error }));
      } else {
        const text = String(sent["mcp-param-region"]);
        json(response, result(message, { ...complete, content: [{ type: "text", text }] }));
      }
    });
    const connection = await connect(at(server), { timeoutMs });
    expect(connection.revision).toBe("2026-07-28");
    expect(texts(await connection.callTool("move", { region: "eu" }))).toEqual(["eu"]);
    const encoded = `=?base64?${Buffer.from("Köln").toString("base64")}?=`;
    expect(texts(await connection.callTool("move", { region: "Köln" }))).toEqual([encoded]);
    await connection.close();
  });
});

describe("a server that can't be used", () => {
  it.each([
    [401, "refused with HTTP 401: authentication required; add an Authorization header"],
    [403, "refused with HTTP 403: these credentials do not allow this"],
  ])("refuses with %d", async (status, message) => {
    const server = await serve((_, response) => response.writeHead(status).end(`not ${token}`));
    const failure = await failureOf(connect(at(server), { timeoutMs }));
    expect(failure).toBeInstanceOf(ConnectionRefused);
    expect(failure.message).toBe(message);
  });

  it("has its failure reported in its own words, without secrets, and without another transport being tried", async () => {
    const server = await serve((_, response) => response.writeHead(500).end(`oops, ${token}`));
    const failure = await failureOf(connect(at(server), { timeoutMs }));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(failure.message).toBe("answered with HTTP 500: oops, ***");
    expect(server.seen.every(({ method }) => method === "POST")).toBe(true);
  });

  it("is not there", async () => {
    const server = await openHttpServer(() => undefined);
    await server.close();
    const failure = await failureOf(connect(at(server), { timeoutMs }));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(failure.message).toBe("can't be reached: ECONNREFUSED");
  });

  it("does not get its headers sent elsewhere", async () => {
    const elsewhere = await serve((request, response) => void greet(request, response));
    const server = await serve((_, response) => response.writeHead(307, { location: elsewhere.url.href }).end());
    const failure = await failureOf(connect(at(server), { timeoutMs }));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(failure.message).toContain("not followed");
    expect(elsewhere.seen).toEqual([]);
  });
});

describe("an answer", () => {
  it("that is too large breaks off, a stream only when one of its lines is", async () => {
    const server = await serve(({ path }, response) => {
      if (path === "/stream") {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (let line = 0; line < 50; line++) response.write(`data: ${"x".repeat(90)}\n`);
        response.end();
      } else response.writeHead(200, { "content-type": "application/json" }).end(`"${"x".repeat(5000)}"`);
    });
    const bounded = boundedFetch(1000);
    await expect((await bounded(server.url)).text()).rejects.toThrow("the answer is larger than");
    const stream = await bounded(new URL("/stream", server.url));
    expect((await stream.text()).length).toBe(50 * 97);
    expect(stream.url).toBe(new URL("/stream", server.url).href);
  });
});

async function serve(answer: (request: Seen, response: ServerResponse) => unknown): Promise<HttpServer> {
  const server = await openHttpServer((request, response) => void answer(request, response));
  open.push(server);
  return server;
}

function at({ url }: HttpServer): ServerTarget {
  return { kind: "http", url, headers };
}
