// A login in the browser: the authorization code grant with PKCE, for a program on the user's machine.
import { randomBytes } from "node:crypto";
import {
  exchangeAuthorization,
  OAuthError,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import { givenMembers } from "../../contract/given-members.ts";
import { untilAborted } from "../deadline.ts";
import { discoverLogin, type LoginPlace } from "./discover.ts";
import { carryOut } from "./explain-failure.ts";
import { checkAddress, guardedFetch } from "./guarded-fetch.ts";
import { type Login, type LoginClient, LoginFailed } from "./login.ts";
import { listenForRedirect, type RedirectListener } from "./redirect-listener.ts";
import { registerWith } from "./register-client.ts";
import { clientInformation, loginOf } from "./token-login.ts";

export interface LoginRequest {
  readonly url: URL;
  /** Of its configuration: sent to the server only. */
  readonly headers: Readonly<Record<string, string>>;
  /** A client that the authorization server knows. Default: it registers one for us. */
  readonly client?: LoginClient;
  /** The authorization server must be this one. */
  readonly issuer?: string;
  /** Asked for beside those that the server says it needs. */
  readonly scopes: readonly string[];
  /** Of the address that the browser comes back to. Default: any that is free. */
  readonly port?: number;
  /** The last login at the server: who was registered then is not registered again. */
  readonly earlier: Login | undefined;
  /** Shows the user where to go, and why. */
  readonly show: (page: URL, asked: { readonly issuer: string; readonly scopes: readonly string[] }) => void;
  readonly signal: AbortSignal;
  readonly clock: () => number;
}

/** @throws LoginFailed, said of the server; the signal's reason */
export async function logIn(request: LoginRequest): Promise<Login> {
  const { url, headers, issuer, signal, clock } = request;
  checkAddress(url, url);
  const fetch = guardedFetch(url, signal);
  const place = await discoverLogin({ url, headers, fetch, signal, issuer });
  const state = randomBytes(32).toString("base64url");
  const { client: known, redirect } = await openRedirect(request, place, state);
  try {
    const client = known ?? (await registerWith({ ...place, fetch, signal }, redirect.url));
    const scopes = scopesToAsk(request, place);
    const { metadata, resource } = place;
    const scope = scopes.length === 0 ? undefined : scopes.join(" ");
    const { authorizationUrl, codeVerifier } = await carryOut({ title: "the request", at: place.issuer, signal }, () =>
      startAuthorization(
        place.issuer,
        givenMembers({
          metadata,
          clientInformation: clientInformation(client),
          redirectUrl: redirect.url,
          state,
          scope,
          resource,
        }),
      ),
    );
    request.show(authorizationUrl, { issuer: place.issuer, scopes });
    const answer = await untilAborted(redirect.answer, signal);
    const secrets = [codeVerifier, client.secret, answer.get("code")].filter((text) => typeof text === "string");
    const tokens = await carryOut({ title: "the login", at: place.issuer, secrets, signal }, () =>
      exchangeAuthorization(
        place.issuer,
        givenMembers({
          metadata,
          clientInformation: clientInformation(client),
          ...codeOf(answer, place),
          codeVerifier,
          redirectUri: redirect.url,
          resource,
          fetchFn: fetch,
        }),
      ),
    );
    const kept = givenMembers({
      issuer: place.issuer,
      resource,
      tokenEndpoint: metadata.token_endpoint,
      revocationEndpoint: place.revocationEndpoint,
      authMethods: metadata.token_endpoint_auth_methods_supported,
      client,
      scope,
    });
    return loginOf(tokens, kept, clock());
  } finally {
    redirect.close();
  }
}

/** A client is registered with the address that the browser comes back to, so that one is used again if it is free. */
async function openRedirect(
  { client, port, earlier }: LoginRequest,
  { issuer }: LoginPlace,
  state: string,
): Promise<{ readonly client: LoginClient | undefined; readonly redirect: RedirectListener }> {
  const registered = earlier?.issuer === issuer ? earlier.client : undefined;
  const before = registered?.redirectUrl;
  if (client === undefined && port === undefined && before !== undefined) {
    try {
      return { client: registered, redirect: await listenForRedirect(Number(new URL(before).port), state) };
    } catch (error) {
      if (!isInUse(error)) throw error;
    }
  }
  try {
    return { client, redirect: await listenForRedirect(port ?? 0, state) };
  } catch (error) {
    if (!isInUse(error)) throw error;
    throw new LoginFailed(`can't be logged in to: port ${port} is in use`, { kind: "unreachable", cause: error });
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["EADDRINUSE", "EACCES"].includes(String(error.code));
}

/** What the server needs, what the user wants, what there was before, and a refresh token where one can be had. */
function scopesToAsk({ scopes, earlier }: LoginRequest, place: LoginPlace): readonly string[] {
  const before = scopes.length > 0 && earlier?.issuer === place.issuer ? (earlier.scope ?? "").split(" ") : [];
  const asked = [...place.scopes, ...before, ...scopes].filter((scope) => scope !== "");
  const offline = place.metadata.scopes_supported?.includes("offline_access") === true ? ["offline_access"] : [];
  return [...new Set([...asked, ...offline])];
}

/** @throws LoginFailed, IssuerMismatchError, or OAuthError for a login that the user or the server has refused */
function codeOf(answer: URLSearchParams, { metadata }: LoginPlace) {
  const iss = answer.get("iss") ?? undefined;
  const code = answer.get("code");
  if (code !== null) return givenMembers({ authorizationCode: code, iss });
  // Who has answered is known before the words of the answer are read.
  validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata.issuer,
    issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
  });
  const error = answer.get("error");
  if (error === null)
    throw new LoginFailed(`names the authorization server ${metadata.issuer}, which answered without a code`);
  throw new OAuthError(error, answer.get("error_description") ?? "no reason given");
}
