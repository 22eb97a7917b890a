import type { Server, ServerContext } from "@modelcontextprotocol/server";
import { isJsonObject } from "../contract/json.ts";
import type { ClientInfo } from "../runtime/ports.ts";
import type { Sdk } from "./mcp-server.ts";

/**
 * What the client says of itself: in each request since 2026-07-28, before that in the handshake, which stateless HTTP does not
 * keep. Any text, or undefined where it is not known.
 */
export function clientInfo(sdk: Sdk, server: Server, { mcpReq }: ServerContext): ClientInfo | undefined {
  // The SDK's type of the envelope names none of its keys.
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const info = envelope[sdk.CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  if (!isJsonObject(info) || typeof info.name !== "string" || info.name === "") return undefined;
  return { name: info.name, ...(typeof info.version === "string" ? { version: info.version } : {}) };
}
