// Where a user of a server logs in: the server's own metadata, then that of its authorization server.
import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
} from "@modelcontextprotocol/client";
import { isJsonObject, type Json } from "../../contract/json.ts";
import { carryOut } from "./explain-failure.ts";
import { checkAddress, type guardedFetch } from "./guarded-fetch.ts";
import { LoginFailed, scopesOf } from "./login.ts";

export interface LoginPlace {
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata;
  readonly revocationEndpoint?: string;
  /** Where a code for another device is had. */
  readonly deviceEndpoint?: string;
  /** What tokens are asked for. Absent: the server publishes no metadata. */
  readonly resource?: string;
  /** Scopes that the server says a first request needs. */
  readonly scopes: readonly string[];
}

export interface DiscoverOptions {
  readonly url: URL;
  /** Of its configuration: sent to the server itself, never to the authorization server. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: ReturnType<typeof guardedFetch>;
  readonly signal: AbortSignal;
  /** The authorization server that the user has named. Default: the first that the server names. */
  readonly issuer?: string | undefined;
  /** The login is by a code that the user types. */
  readonly byDeviceCode: boolean;
}

/**
 * @throws LoginFailed
 * @see MCP 2026-07-28, Authorization; RFC 9728; RFC 8414
 */
export async function discoverLogin(options: DiscoverOptions): Promise<LoginPlace> {
  const { url, fetch, signal } = options;
  const challenge = await carryOut({ title: "a first request", signal }, () => readChallenge(options));
  const { resourceMetadataUrl } = challenge;
  // RFC 9728 lets it lie anywhere. Elsewhere, it would be the word of another server.
  if (resourceMetadataUrl !== undefined && resourceMetadataUrl.origin !== url.origin) {
    throw new LoginFailed(`points to metadata of another server: ${resourceMetadataUrl.origin}`);
  }
  const protectedBy = await carryOut({ title: "reading its metadata", signal }, () =>
    readResource(options, resourceMetadataUrl),
  );
  if (protectedBy === undefined && !challenge.isRefused) throw new LoginFailed("does not ask for authentication");
  if (
    protectedBy !== undefined &&
    !checkResourceAllowed({ requestedResource: url, configuredResource: protectedBy.resource })
  ) {
    throw new LoginFailed(`publishes metadata of another server: ${protectedBy.resource}`);
  }
  const named = protectedBy?.authorization_servers ?? [];
  // Servers of revisions before 2025-06-18 are their own authorization servers.
  const issuers = named.length === 0 ? [new URL("/", url).href] : named;
  const [first = ""] = issuers;
  const issuer = options.issuer === undefined ? first : issuers.find((one) => isSame(one, options.issuer ?? ""));
  if (issuer === undefined) {
    throw new LoginFailed(`names the authorization server ${first}, not ${options.issuer}`);
  }
  const { metadata, whole } = await carryOut({ title: "reading the metadata", at: issuer, signal }, () =>
    readMetadata(issuer, fetch),
  );
  if (metadata === undefined)
    throw new LoginFailed(`names the authorization server ${issuer}, which publishes no metadata of its own`);
  checkMetadata(metadata, options);
  const { revocation_endpoint: revocation, device_authorization_endpoint: device } = whole;
  for (const address of [revocation, device]) if (typeof address === "string") checkAddress(new URL(address), url);
  return {
    issuer: metadata.issuer,
    metadata,
    ...(typeof revocation === "string" ? { revocationEndpoint: revocation } : {}),
    ...(typeof device === "string" ? { deviceEndpoint: device } : {}),
    ...(protectedBy === undefined ? {} : { resource: protectedBy.resource }),
    scopes: challenge.scope === undefined ? (protectedBy?.scopes_supported ?? []) : scopesOf(challenge.scope),
  };
}

interface Challenge {
  readonly isRefused: boolean;
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
}

/** The least request there is, without a token: the refusal says where to get one. */
async function readChallenge({ url, headers, fetch }: DiscoverOptions): Promise<Challenge> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  await response.body?.cancel();
  if (response.status !== 401) return { isRefused: false };
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  return {
    isRefused: true,
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** @returns undefined where the server publishes none */
async function readResource({ url, fetch }: DiscoverOptions, named: URL | undefined) {
  let isAbsent = false;
  const noticing: typeof fetch = async (asked, init) => {
    const response = await fetch(asked, init);
    isAbsent = response.status === 404;
    return response;
  };
  try {
    const options = named === undefined ? {} : { resourceMetadataUrl: named };
    return await discoverOAuthProtectedResourceMetadata(url, options, noticing);
  } catch (error) {
    if (isAbsent && named === undefined) return undefined;
    throw error;
  }
}

/** Of OpenID providers, the SDK leaves members out that it has no use for. */
async function readMetadata(issuer: string, fetch: DiscoverOptions["fetch"]) {
  let text = "{}";
  const keeping: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (response.ok) text = await response.clone().text();
    return response;
  };
  const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn: keeping });
  const whole: Json = JSON.parse(text);
  return { metadata, whole: isJsonObject(whole) ? whole : {} };
}

/** @throws LoginFailed */
function checkMetadata(
  metadata: AuthorizationServerMetadata,
  { url, byDeviceCode }: Pick<DiscoverOptions, "url" | "byDeviceCode">,
): void {
  const { issuer, authorization_endpoint, token_endpoint, registration_endpoint } = metadata;
  for (const address of [authorization_endpoint, token_endpoint, registration_endpoint]) {
    if (address !== undefined) checkAddress(new URL(address), url);
  }
  // The specification wants a client to stop here: without PKCE, a stolen code is a stolen login.
  if (!byDeviceCode && metadata.code_challenge_methods_supported?.includes("S256") !== true) {
    throw new LoginFailed(`names the authorization server ${issuer}, which does not support PKCE with S256`);
  }
}

function isSame(issuer: string, named: string): boolean {
  return issuer.replace(/\/$/, "") === named.replace(/\/$/, "");
}
