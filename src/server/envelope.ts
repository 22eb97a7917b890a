import { isJsonObject, type JsonObject } from "../contract/json.ts";
import type { ClientInfo } from "../runtime/ports.ts";
import { keys } from "./request-issue.ts";

// Which requests are plain: the SDK would accept them and read out of them just what is read here. Whatever else a request
// carries, the SDK decides; so nothing of its validation stands here a second time.

/** What a client says of itself: in its handshake, or in every request since 2026-07-28. */
export interface ClientFacts {
  readonly capabilities: JsonObject;
  readonly info: ClientInfo | undefined;
}

/** A client that has said nothing of itself. */
export const unknownClient: ClientFacts = { capabilities: {}, info: undefined };

/**
 * What the `_meta` of a request says of its client.
 * @param meta that `requestIssue` finds no fault with
 * @returns "none" where it says nothing, as before 2026-07-28; "odd" where it is not plain
 */
export function envelopeOf(meta: JsonObject | undefined): ClientFacts | "none" | "odd" {
  if (meta === undefined) return "none";
  let found = 0;
  for (const key of Object.keys(meta)) {
    if (!key.startsWith(reservedPrefix)) continue;
    if (key !== keys.revision && key !== keys.capabilities && key !== keys.client) return "odd";
    found++;
  }
  if (found === 0) return "none";
  return plainClient(meta[keys.capabilities], meta[keys.client]) ?? "odd";
}

/** What a handshake says of its client. undefined: it is not plain */
export function handshakeOf({ _meta: meta, capabilities, clientInfo }: JsonObject): ClientFacts | undefined {
  const isBare = envelopeOf(isJsonObject(meta) ? meta : undefined) === "none";
  return isBare && clientInfo !== undefined ? plainClient(capabilities, clientInfo) : undefined;
}

/** `_meta` without what the client says of itself; undefined where nothing is left. */
export function withoutEnvelope(meta: JsonObject): JsonObject | undefined {
  const { [keys.revision]: _, [keys.capabilities]: _capabilities, [keys.client]: _client, ...rest } = meta;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** Of the keys in a `_meta` that belong to the protocol. */
export const reservedPrefix = "io.modelcontextprotocol/";

function plainClient(capabilities: unknown, info: unknown): ClientFacts | undefined {
  if (!isJsonObject(capabilities) || !hasPlainCapabilities(capabilities)) return undefined;
  if (info === undefined) return { capabilities, info: undefined };
  if (!isJsonObject(info) || typeof info.name !== "string" || typeof info.version !== "string") return undefined;
  const { icons, title = "", websiteUrl = "", description = "" } = info;
  const isPlain = icons === undefined && [title, websiteUrl, description].every((text) => typeof text === "string");
  return isPlain ? { capabilities, info: { name: info.name, version: info.version } } : undefined;
}

function hasPlainCapabilities(capabilities: JsonObject): boolean {
  return Object.keys(capabilities).every((key) => {
    const value = capabilities[key];
    if (!isJsonObject(value)) return false;
    const names = Object.keys(value);
    switch (key) {
      case "roots":
        return names.every((name) => name === "listChanged" && typeof value[name] === "boolean");
      case "sampling":
        return names.length === 0;
      case "elicitation":
        return names.every((name) => (name === "form" || name === "url") && isEmptyObject(value[name]));
      case "experimental":
      case "extensions":
        return names.every((name) => isEmptyObject(value[name]));
      default:
        return false;
    }
  });
}

function isEmptyObject(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
