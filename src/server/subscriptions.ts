import type { Server } from "@modelcontextprotocol/server";
import { limits } from "../contract/limits.ts";
import { clip } from "../contract/utf8.ts";
import type { Sdk } from "./mcp-server.ts";
import { answeringWith, type ServedResources } from "./resources.ts";
import { maxSubscribed, type Subscriber } from "./subscriber.ts";

export interface ServedSubscriptions {
  readonly served: Pick<ServedResources, "failed">;
  readonly subscriber?: Subscriber | undefined;
}

/** Serves `resources/subscribe` and its end, for revisions before 2026-07-28. What came after is a matter of the transports. */
export function serveSubscriptions(sdk: Sdk, server: Server, { served, subscriber }: ServedSubscriptions): void {
  const answering = answeringWith(sdk, served.failed, "subscription");

  function current(): Subscriber {
    if (subscriber !== undefined) return subscriber;
    throw new sdk.ProtocolError(-32600, "Invalid Request: over HTTP it needs the Mcp-Session-Id of the handshake");
  }

  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) =>
    answering(async () => {
      const outcome = await current().subscribe(uri);
      if (outcome === "unknown") {
        throw new sdk.ResourceNotFoundError(
          clip(uri, limits.uriLength),
          `Resource not found: ${clip(uri, limits.nameLength)}`,
        );
      }
      if (outcome === "full") {
        throw new sdk.ProtocolError(-32602, `Invalid params: at most ${maxSubscribed} resources can be subscribed to`);
      }
      return {};
    }),
  );
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) =>
    answering(async () => {
      current().unsubscribe(uri);
      return {};
    }),
  );
}
