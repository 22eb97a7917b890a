// McpServer of the SDK 1.x, over HTTP with the application that the SDK makes for express, and sessions.
import { randomUUID } from "node:crypto";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { isHttp, sayAddress, tools } from "./tools.mjs";

function makeServer() {
  const server = new McpServer({ name: "peer", version: "1.0.0" });
  for (const { name, description, shape, run } of tools) {
    server.registerTool(name, { description, inputSchema: shape }, run);
  }
  return server;
}

if (!isHttp) await makeServer().connect(new StdioServerTransport());
else {
  const transports = new Map();
  const app = createMcpExpressApp();
  app.all("/mcp", async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = transports.get(id);
    if (transport === undefined && id === undefined && isInitializeRequest(request.body)) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (session) => transports.set(session, transport),
      });
      await makeServer().connect(transport);
    }
    if (transport === undefined) {
      const error = { code: -32000, message: "Bad Request: No valid session ID provided" };
      response.status(id === undefined ? 400 : 404).json({ jsonrpc: "2.0", error, id: null });
      return;
    }
    await transport.handleRequest(request, response, request.body);
  });
  const listener = app.listen(0, "127.0.0.1", () => sayAddress(listener.address().port));
}
