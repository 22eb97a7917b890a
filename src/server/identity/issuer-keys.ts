import type { JsonObject } from "../../contract/json.ts";
import type { Clock, Log } from "../../runtime/ports.ts";
import { fetchJson, IssuerUnavailable, isTrustworthy } from "./fetch-json.ts";

/** The public keys of an authorization server (a JWK Set, RFC 7517). */
export interface KeySet {
  readonly keys: readonly JsonObject[];
}

/** The keys of one authorization server, kept for a while. */
export interface IssuerKeys {
  /** @throws IssuerUnavailable */
  current(): Promise<KeySet>;
  /** Asks again, for a key that is not among the current ones. undefined: it was asked a moment ago. @throws IssuerUnavailable */
  renewed(): Promise<KeySet | undefined>;
}

export interface IssuerKeysOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Between two questions, whatever tokens come. Default: 30 s. */
  readonly minIntervalMs?: number;
}

/** Keys older than this are asked for again. */
const maxAgeMs = 600_000;
/** Where that fails, they are used until then: no longer, since a key may have been withdrawn. */
const maxStaleMs = 3_600_000;
/** Between two questions while there are no keys: every access token is refused meanwhile. */
const retryMs = 2_000;

/**
 * Finds the keys by the issuer's metadata (RFC 8414, or OpenID Connect Discovery). However many unknown keys the headers of tokens
 * name, the issuer is asked no more often than `minIntervalMs`; while it has given no keys, every two seconds.
 */
export function createIssuerKeys(issuer: string, options: IssuerKeysOptions): IssuerKeys {
  const { clock, log, minIntervalMs = 30_000 } = options;
  let known: { readonly set: KeySet; readonly at: number } | undefined;
  let failed: { readonly error: unknown; readonly at: number } | undefined;
  let asking: Promise<KeySet> | undefined;

  /** One question at a time, however many tokens wait. */
  function ask(): Promise<KeySet> {
    asking ??= fetchKeys(issuer)
      .then(
        (set) => {
          known = { set, at: clock() };
          failed = undefined;
          return set;
        },
        (error: unknown) => {
          failed = { error, at: clock() };
          log.warn("the keys of an issuer can't be had", {
            issuer,
            error: error instanceof Error ? error.message : String(error),
          });
          throw error;
        },
      )
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  const isRecent = (at: number | undefined, intervalMs = minIntervalMs) =>
    at !== undefined && Math.abs(clock() - at) < intervalMs;

  return {
    async current() {
      const age = known === undefined ? undefined : Math.abs(clock() - known.at);
      if (known !== undefined && age !== undefined && age < maxAgeMs) return known.set;
      const stale = known !== undefined && age !== undefined && age < maxStaleMs ? known.set : undefined;
      if (stale !== undefined && isRecent(failed?.at)) return stale;
      if (failed !== undefined && isRecent(failed.at, retryMs)) throw failed.error;
      if (stale === undefined) return ask();
      return ask().catch(() => stale);
    },
    async renewed() {
      if (isRecent(known?.at) || isRecent(failed?.at)) return undefined;
      return ask();
    },
  };
}

async function fetchKeys(issuer: string): Promise<KeySet> {
  const metadata = await fetchMetadata(issuer);
  const { jwks_uri: at } = metadata;
  const url = typeof at === "string" && URL.canParse(at) ? new URL(at) : undefined;
  if (url === undefined || !isTrustworthy(url)) {
    throw new IssuerUnavailable("the metadata names no address of keys that can be trusted ('jwks_uri')");
  }
  const set = await fetchJson(url);
  if (!Array.isArray(set?.keys)) throw new IssuerUnavailable("there are no keys at the issuer's 'jwks_uri'");
  return { keys: set.keys.filter((key): key is JsonObject => typeof key === "object" && key !== null) };
}

async function fetchMetadata(issuer: string): Promise<JsonObject> {
  for (const url of metadataUrls(issuer)) {
    const metadata = await fetchJson(url);
    if (metadata === undefined) continue;
    // Otherwise one server could speak for another. RFC 8414, section 3.3
    if (metadata.issuer !== issuer) throw new IssuerUnavailable("the metadata is that of another issuer");
    return metadata;
  }
  throw new IssuerUnavailable("the issuer publishes no metadata");
}

/** In the order of the specification. @see MCP 2025-11-25, authorization, "Authorization Server Metadata Discovery" */
export function metadataUrls(issuer: string): readonly URL[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const inserted = (name: string) => new URL(`${origin}/.well-known/${name}${path}`);
  const urls = [inserted("oauth-authorization-server"), inserted("openid-configuration")];
  return path === "" ? urls : [...urls, new URL(`${origin}${path}/.well-known/openid-configuration`)];
}
