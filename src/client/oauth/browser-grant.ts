// The authorization code grant with PKCE, for a program on the user's machine.
import { randomBytes } from "node:crypto";
import {
  exchangeAuthorization,
  OAuthError,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import { givenMembers } from "../../contract/given-members.ts";
import { untilAborted } from "../deadline.ts";
import type { LoginPlace } from "./discover.ts";
import { carryOut } from "./explain-failure.ts";
import { type Granted, type GrantRequest, knownClient } from "./grant.ts";
import type { LoginRequest } from "./log-in.ts";
import { type LoginClient, LoginFailed } from "./login.ts";
import { listenForRedirect, type RedirectListener } from "./redirect-listener.ts";
import { registerWith } from "./register-client.ts";
import { clientInformation } from "./token-login.ts";

/** @throws LoginFailed, said of the server; the signal's reason */
export async function grantByBrowser({ request, place, fetch, scopes }: GrantRequest): Promise<Granted> {
  const { signal } = request;
  const { issuer, metadata, resource } = place;
  const state = randomBytes(32).toString("base64url");
  const { client: known, redirect } = await openRedirect(request, place, state);
  try {
    const client = known ?? (await registerWith({ metadata, fetch, signal }, { redirectUrl: redirect.url }));
    const common = { metadata, clientInformation: clientInformation(client), resource };
    const scope = scopes.length === 0 ? undefined : scopes.join(" ");
    const { authorizationUrl, codeVerifier } = await carryOut({ title: "the request", at: issuer, signal }, () =>
      startAuthorization(issuer, givenMembers({ ...common, redirectUrl: redirect.url, state, scope })),
    );
    request.show(authorizationUrl, { issuer, scopes });
    const answer = await untilAborted(redirect.answer, signal);
    const secrets = [codeVerifier, client.secret, answer.get("code")].filter((text) => typeof text === "string");
    const tokens = await carryOut({ title: "the login", at: issuer, secrets, signal }, () =>
      exchangeAuthorization(
        issuer,
        givenMembers({
          ...common,
          ...codeOf(answer, place),
          codeVerifier,
          redirectUri: redirect.url,
          fetchFn: fetch,
        }),
      ),
    );
    return { client, tokens };
  } finally {
    redirect.close();
  }
}

/**
 * A client is bound to the address that the browser comes back to. One that was registered for us is registered again where
 * that address can't be used.
 */
async function openRedirect(
  request: LoginRequest,
  place: LoginPlace,
  state: string,
): Promise<{ readonly client: LoginClient | undefined; readonly redirect: RedirectListener }> {
  const { port } = request;
  const known = knownClient(request, place);
  const bound = known?.redirectUrl === undefined ? undefined : Number(new URL(known.redirectUrl).port);
  const mayRegister = known === undefined || known.isRegistered === true;
  const isUsable = known?.isRegistered !== true || (bound !== undefined && (port ?? bound) === bound);
  const client = isUsable ? known : undefined;
  const wanted = port ?? (isUsable ? bound : undefined);
  try {
    const redirect = await listenForRedirect(wanted ?? 0, state);
    // A client of the user's that was bound to a port is so the next time, too.
    const isBound = client !== undefined && client.isRegistered !== true && wanted !== undefined;
    return { client: isBound ? { ...client, redirectUrl: redirect.url } : client, redirect };
  } catch (error) {
    if (!isInUse(error)) throw error;
    if (mayRegister && port === undefined) return { client: undefined, redirect: await listenForRedirect(0, state) };
    throw new LoginFailed(`can't be logged in to: port ${wanted} is in use`, { kind: "unreachable", cause: error });
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["EADDRINUSE", "EACCES"].includes(String(error.code));
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
  if (error === null) {
    throw new LoginFailed(`names the authorization server ${metadata.issuer}, which answered without a code`);
  }
  throw new OAuthError(error, answer.get("error_description") ?? "no reason given");
}
