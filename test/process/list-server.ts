import { createServer, type ServerResponse } from "node:http";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";

export interface ListServer {
  readonly url: string;
  close(): Promise<void>;
}

/** An MCP server over Streamable HTTP that lists tools to those who send the header `Authorization` with this value. */
export async function openListServer(tools: readonly JsonObject[], authorization: string): Promise<ListServer> {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== authorization) {
      response.writeHead(403, { "content-type": "text/plain" }).end(`no: ${request.headers.authorization}`);
      return;
    }
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => answer(body, request.method === "POST", response, tools));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}/mcp` : "",
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The least of a server: a handshake, and the tools in pages of four. */
function answer(body: string, isPost: boolean, response: ServerResponse, tools: readonly JsonObject[]): void {
  if (!isPost) {
    response.writeHead(405).end();
    return;
  }
  const request: unknown = JSON.parse(body);
  const { id, method, params } = isJsonObject(request) ? request : {};
  if (id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const cursor = isJsonObject(params) && typeof params.cursor === "string" ? Number(params.cursor) : 0;
  const more = cursor + 4 < tools.length ? { nextCursor: String(cursor + 4) } : {};
  const results: { readonly [name: string]: JsonObject } = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "Paged MCP Server", version: "1" },
    },
    "tools/list": { tools: tools.slice(cursor, cursor + 4), ...more },
  };
  const result = typeof method === "string" ? results[method] : undefined;
  const message = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", id, ...message }));
}
