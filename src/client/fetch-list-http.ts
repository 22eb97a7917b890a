import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type FetchedList, type FetchLimits, fetchList } from "./fetch-list.ts";

/**
 * Asks a server for its tools over Streamable HTTP. Redirects are followed within its origin only, so headers go nowhere
 * else.
 * @throws whatever the SDK throws when the server can't be reached, refuses, or breaks the protocol
 */
export async function fetchListOverHttp(
  server: { readonly url: URL; readonly headers: Readonly<Record<string, string>> },
  limits: FetchLimits,
): Promise<FetchedList> {
  const transport = new StreamableHTTPClientTransport(server.url, {
    requestInit: { headers: { ...server.headers } },
    redirectPolicy: "same-origin",
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  return fetchList(transport, limits);
}
