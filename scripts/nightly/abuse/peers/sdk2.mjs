// McpServer of the SDK 2.x, over HTTP with the application that the SDK makes for express.
import { createMcpExpressApp } from "@modelcontextprotocol/express";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { isHttp, sayAddress, tools } from "./tools.mjs";

function makeServer() {
  const server = new McpServer({ name: "peer", version: "1.0.0" });
  for (const { name, description, shape, run } of tools) {
    server.registerTool(name, { description, inputSchema: z.object(shape) }, run);
  }
  return server;
}

if (!isHttp) serveStdio(makeServer);
else {
  const handle = toNodeHandler(createMcpHandler(makeServer));
  const app = createMcpExpressApp();
  app.all("/mcp", (request, response) => handle(request, response, request.body));
  const listener = app.listen(0, "127.0.0.1", () => sayAddress(listener.address().port));
}
