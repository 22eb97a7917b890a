import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: JsonObject | undefined;
}

export interface HttpServer {
  readonly url: URL;
  /** Every request, in order. */
  readonly seen: readonly Seen[];
  close(): Promise<void>;
}

/** A server on loopback whose every answer is the test's. */
export async function openHttpServer(answer: (request: Seen, response: ServerResponse) => void): Promise<HttpServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const parsed: Json = text === "" ? null : JSON.parse(text);
      const one: Seen = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        message: isJsonObject(parsed) ? parsed : undefined,
      };
      seen.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function json(response: ServerResponse, body: Json, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export function result(message: JsonObject | undefined, value: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id: message?.id ?? null, result: value };
}

/** The beginning of every server of the older revisions. @returns true when the request was of the beginning */
export function greet({ method, message }: Seen, response: ServerResponse): boolean {
  const hello = {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "web", version: "1" },
  };
  if (method === "POST" && message?.method === "initialize") {
    json(response, result(message, hello), { "mcp-session-id": "s-1" });
  } else if (method === "GET") response.writeHead(405).end();
  else if (method === "DELETE") response.writeHead(200).end();
  else if (message?.method === "server/discover") response.writeHead(400).end("no session");
  else if (message?.method === "notifications/initialized") response.writeHead(202).end();
  else return false;
  return true;
}
