// A login of a user at a server: where, as whom and for what; the tokens come from the browser, or by a code that is typed elsewhere.
import { givenMembers } from "../../contract/given-members.ts";
import { grantByBrowser } from "./browser-grant.ts";
import { grantByDeviceCode } from "./device-grant.ts";
import { discoverLogin, type LoginPlace } from "./discover.ts";
import { checkAddress, guardedFetch } from "./guarded-fetch.ts";
import type { Login, LoginClient } from "./login.ts";
import { loginOf } from "./token-login.ts";

export interface LoginRequest {
  readonly url: URL;
  /** Of its configuration: sent to the server only. */
  readonly headers: Readonly<Record<string, string>>;
  /** A client that the authorization server knows. Default: that of the last login, else it registers one for us. */
  readonly client?: LoginClient;
  /** The authorization server must be this one. */
  readonly issuer?: string;
  /** Asked for beside those that the server says it needs. */
  readonly scopes: readonly string[];
  /** Of the address that the browser comes back to. Default: any that is free. */
  readonly port?: number;
  /** By a code that the user types on any device, for machines without a browser. */
  readonly byDeviceCode?: boolean;
  /** The last login at the server. */
  readonly earlier: Login | undefined;
  /** Shows the user where to go, and why. */
  readonly show: (page: URL, asked: ShownLogin) => void;
  readonly signal: AbortSignal;
  readonly clock: () => number;
}

export interface ShownLogin {
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** To be typed on the page. */
  readonly code?: string;
}

/** @throws LoginFailed, said of the server; the signal's reason */
export async function logIn(request: LoginRequest): Promise<Login> {
  const { url, headers, issuer, signal, clock, byDeviceCode = false } = request;
  checkAddress(url, url);
  const fetch = guardedFetch(url, signal);
  const place = await discoverLogin({ url, headers, fetch, signal, issuer, byDeviceCode });
  const scopes = scopesToAsk(request, place);
  const scope = scopes.length === 0 ? undefined : scopes.join(" ");
  const grant = byDeviceCode ? grantByDeviceCode : grantByBrowser;
  const { client, tokens } = await grant({ request, place, fetch, scopes });
  const { metadata, resource, revocationEndpoint } = place;
  const kept = givenMembers({
    issuer: place.issuer,
    resource,
    tokenEndpoint: metadata.token_endpoint,
    revocationEndpoint,
    authMethods: metadata.token_endpoint_auth_methods_supported,
    client,
    scope,
  });
  return loginOf(tokens, kept, clock());
}

/** What the server needs, what the user wants, what there was before, and a refresh token where one can be had. */
function scopesToAsk({ scopes, earlier }: LoginRequest, place: LoginPlace): readonly string[] {
  const before = scopes.length > 0 && earlier?.issuer === place.issuer ? (earlier.scope ?? "").split(" ") : [];
  const asked = [...place.scopes, ...before, ...scopes].filter((scope) => scope !== "");
  const offline = place.metadata.scopes_supported?.includes("offline_access") === true ? ["offline_access"] : [];
  return [...new Set([...asked, ...offline])];
}
