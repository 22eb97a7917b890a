// tmcp, over HTTP by its own transport on srvx, as its documentation has it.
import { ZodJsonSchemaAdapter } from "@tmcp/adapter-zod";
import { HttpTransport } from "@tmcp/transport-http";
import { StdioTransport } from "@tmcp/transport-stdio";
import { serve } from "srvx";
import { McpServer } from "tmcp";
import { z } from "zod";
import { isHttp, sayAddress, tools } from "./tools.mjs";

const facts = { name: "peer", version: "1.0.0", description: "A peer" };
const server = new McpServer(facts, { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } });
for (const { name, description, shape, run } of tools) server.tool({ name, description, schema: z.object(shape) }, run);

if (!isHttp) new StdioTransport(server).listen();
else {
  const transport = new HttpTransport(server, { path: "/mcp" });
  const served = serve({
    port: 0,
    hostname: "127.0.0.1",
    silent: true,
    fetch: async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 }),
  });
  await served.ready();
  sayAddress(new URL(served.url).port);
}
