// The same tools by the official SDK and zod. `node sdk-server.mjs LIST_FILE [http]`; over HTTP a server per request, as its
// documentation shows for servers without sessions; the address is printed.
import { readFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { answerOf } from "./order-calls.mjs";

const { tools } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const registered = tools.map(({ name, title, description, inputSchema }) => ({
  name,
  about: { title, description, inputSchema: z.fromJSONSchema(inputSchema), outputSchema: { text: z.string() } },
}));

function newServer() {
  const server = new McpServer({ name: "sdk", version: "1.0.0" });
  for (const { name, about } of registered) {
    server.registerTool(name, about, async (input) => {
      const structuredContent = { text: answerOf(name, input) };
      return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
    });
  }
  return server;
}

if (process.argv[3] === "http") {
  const [{ createServer }, { StreamableHTTPServerTransport }] = await Promise.all([
    import("node:http"),
    import("@modelcontextprotocol/sdk/server/streamableHttp.js"),
  ]);
  const http = createServer(async (request, response) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    const server = newServer();
    response.on("close", () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
  });
  http.listen(0, "127.0.0.1", () => console.error(`http://127.0.0.1:${http.address().port}/mcp`));
} else {
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  await newServer().connect(new StdioServerTransport());
}
