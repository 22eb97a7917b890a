// fastmcp, with the HTTP server that it brings.
import { createServer } from "node:net";
import { FastMCP } from "fastmcp";
import { z } from "zod";
import { isHttp, sayAddress, tools } from "./tools.mjs";

const server = new FastMCP({ name: "peer", version: "1.0.0" });
for (const { name, description, shape, run } of tools) {
  server.addTool({ name, description, parameters: z.object(shape), execute: run });
}

if (!isHttp) await server.start({ transportType: "stdio" });
else {
  // It does not say which port it got, so it is given a free one.
  const port = await new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
  await server.start({ transportType: "httpStream", httpStream: { port, host: "127.0.0.1" } });
  sayAddress(port);
}
