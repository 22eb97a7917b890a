import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

// A chat model of OpenAI's API on loopback that says what a test lets it say.

export interface ChatServer {
  /** The base of its API. */
  readonly url: string;
  /** The path, key and texts of each request. */
  readonly requests: { readonly path: string; readonly key: string | undefined; readonly texts: readonly string[] }[];
  /** What it says from now on; a function answers itself. */
  says: string | ((response: ServerResponse) => unknown);
}

export async function chatServer(says: ChatServer["says"]): Promise<ChatServer> {
  const given: ChatServer = { url: "", requests: [], says };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { messages } = JSON.parse(Buffer.concat(parts).toString("utf8"));
    const { texts } = JSON.parse(messages[1].content);
    given.requests.push({ path: request.url ?? "", key: request.headers.authorization, texts });
    if (typeof given.says !== "string") return void given.says(response);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: given.says } }] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(given, { url: `http://127.0.0.1:${port}/v1` });
}
